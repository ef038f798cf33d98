import { join } from "node:path";
import { painter } from "../../cli/color.ts";
import { glyphsFor } from "../../cli/glyphs.ts";
import { callError } from "../../cli/backend.ts";
import type { BackendContext } from "../../cli/context.ts";
import { CliError } from "../../cli/errors.ts";
import { write } from "../../cli/io.ts";
import { table } from "../../cli/table.ts";
import { checkCaptcha } from "./captcha.ts";
import { checkClock } from "./clock.ts";
import { checkData } from "./data.ts";
import { checkEnvironment } from "./environment.ts";
import { checkExport } from "./export.ts";
import { type Finding, ok, unknown, wrong } from "./finding.ts";
import { checkPolicies } from "./policies.ts";
import { checkSchema } from "./schema.ts";
import { expectedSchema, parseSchemaReport } from "./schemaReport.ts";

/** Options of `check`, as commander gives them. */
export interface CheckOptions {
  json?: true;
}

/**
 * Answers "is all well?" on stdout.
 * @throws CliError `failed` when something is wrong, `unreachable` when the backend is.
 */
export async function check(context: BackendContext, { json }: CheckOptions): Promise<void> {
  const base = context.settings.BASE_PATH?.value ?? "/";
  let outage: CliError | undefined;
  const backend = await checkBackend(context).catch((error: unknown) => {
    if (!(error instanceof CliError) || error.code !== "unreachable") throw error;
    outage = error;
    return [wrong("backend", error.message, restart(context))];
  });
  const findings = [
    ...checkEnvironment(context),
    ...backend,
    ...(await checkExport(join(context.folder, "dist/client"), base)),
  ];
  await report(context, findings, json).catch((error: unknown) => {
    throw outage ?? error;
  });
}

const restart = ({ embedded }: BackendContext): string =>
  embedded
    ? "The stack restarts its database within seconds: npx prelaunch check. If it stays away: npm start"
    : "Look whether the project is paused or restarting: https://supabase.com/dashboard/projects";

/**
 * Writes findings to stdout.
 * @throws CliError `failed` when one is that something is wrong.
 */
export async function report(context: BackendContext, findings: readonly Finding[], json?: boolean): Promise<void> {
  const problems = findings.filter(({ level }) => level === "wrong").length;
  await write(
    context.out,
    json ? `${JSON.stringify({ ok: problems === 0, findings }, null, 2)}\n` : asText(context, findings),
  );
  if (problems > 0)
    throw new CliError("failed", problems === 1 ? "1 thing is wrong." : `${problems} things are wrong.`);
}

/** The checks of the backend alone: its schema, policies, data, captcha and clock. */
export async function checkBackend(context: BackendContext): Promise<Finding[]> {
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
      ...(await checkCaptcha(context)),
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
        `What the migrations make could not be found out: ${error instanceof Error ? error.message : String(error)}`,
        "Run npm ci, which brings PostgreSQL along.",
      ),
    );
  }
  findings.push(...(await checkData(context).catch((error: unknown) => dataUnknown(error))));
  findings.push(...(await checkCaptcha(context)));
  return findings;
}

/** The function the check asks may be what is missing; that is a finding of the schema already. */
function dataUnknown(error: unknown): Finding[] {
  if (!(error instanceof CliError) || error.code !== "failed") throw error;
  return [
    unknown(
      "data",
      "The data could not be looked at: data_report() is missing or fails.",
      "Apply the migrations: npx prelaunch deploy",
    ),
  ];
}

function asText({ color, unicode }: BackendContext, findings: readonly Finding[]): string {
  const glyphs = glyphsFor({ unicode });
  const paint = painter(color.out);
  const marks = { ok: paint("green", "ok"), unknown: paint("yellow", "unknown"), wrong: paint("red", "WRONG") };
  return table(
    findings.flatMap(({ check: name, level, message, remedy }) => [
      [marks[level], name, message],
      ...(remedy ? [["", "", paint("dim", `${glyphs.arrow} ${remedy}`)]] : []),
    ]),
  );
}
