import { callError } from "../../cli/calls.ts";
import type { BackendContext } from "../../cli/context.ts";
import { CliError } from "../../cli/errors.ts";
import { withPassingLine } from "../../cli/passingLine.ts";
import { type Finding, ok, unknown, wrong } from "../finding.ts";
import { checkAside } from "./aside.ts";
import { checkAuth } from "./auth.ts";
import { checkBackups } from "./backups.ts";
import { checkClock } from "./clock.ts";
import { checkData } from "./data.ts";
import { checkFormBackend } from "./formBackend.ts";
import { checkMail } from "./mail.ts";
import { checkPolicies } from "./policies.ts";
import { checkReviews } from "./reviews.ts";
import { checkSchema } from "./schema.ts";
import { expectedSchema, parseSchemaReport } from "./schemaReport.ts";
import { messageOf } from "../../../server/errors/caught.ts";

/**
 * Checks a backend: its schema, policies, data, backups, applications, mails, captcha and clock.
 * @throws CliError `unreachable`, `configuration`, `interrupted`.
 */
export const checkBackend = (context: BackendContext): Promise<Finding[]> =>
  withPassingLine(context, "Checking the backend", findingsOf(context));

async function findingsOf(context: BackendContext): Promise<Finding[]> {
  const { supabase, signal, url } = context;
  const asked = context.clock();
  const answer = await supabase.rpc("schema_report").retry(false);
  const answered = context.clock();
  if (answer.error) {
    const error = callError(answer, signal);
    if (error.code !== "failed") throw error;
    return [
      ok("backend", `${url} answers.`),
      wrong(
        "schema",
        "The schema cannot be read: schema_report() is missing or fails.",
        "Apply the migrations: npx prelaunch deploy",
      ),
      ...(await checkFormBackend(context)),
    ];
  }
  const actual = parseSchemaReport(answer.data);
  const findings = [ok("backend", `${url} answers.`), ...checkClock(actual.clock, asked, answered)];
  try {
    const expected = await expectedSchema();
    findings.push(...(await checkSchema(actual, expected)), ...(await checkPolicies(context, actual, expected)));
  } catch (error) {
    if (signal.aborted || error instanceof CliError) throw error;
    findings.push(
      unknown(
        "schema",
        `The expected schema could not be determined: ${messageOf(error)}`,
        "If PostgreSQL is missing, npm ci installs it.",
      ),
    );
  }
  findings.push(...(await checkAuth(context)));
  findings.push(...(await checkData(context)));
  findings.push(...(await checkAside(context)));
  findings.push(...(await checkBackups(context)));
  findings.push(...(await checkReviews(context)));
  findings.push(...(await checkMail(context)));
  findings.push(...(await checkFormBackend(context)));
  return findings;
}
