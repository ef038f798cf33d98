import { randomUUID } from "node:crypto";
import type { BackendContext } from "../../cli/context.ts";
import { callError } from "../../cli/calls.ts";
import { CliError } from "../../cli/errors.ts";
import { insertMissing } from "../../cli/insertMissing.ts";
import { type Finding, ok, unknown, wrong } from "../finding.ts";
import { isRefusal } from "./judge.ts";
import { restoring } from "./repair.ts";
import type { ExpectedSchema } from "./schemaReport.ts";
import type { Stranger } from "./stranger.ts";

/** Minimum age of an application left by an interrupted check before the next one removes it, in ms: another may be running. */
const leftoverAge = 60 * 60_000;

/** Long before any real application, and decided: so nobody reviews it, and no answer to it becomes overdue. */
const application = {
  name: "check",
  role: "other",
  reason: "Made by `prelaunch check`, which removes it again.",
  status: "declined",
  created_at: "2000-01-01T00:00:00Z",
} as const;

/** The fact that applicants may read columns of applications. */
const mayRead = "grant select on beta_applications to authenticated";

/**
 * The counterpart of the refusals: the stranger gets an application for a moment and must see every column that the migrations grant.
 * Otherwise a session that the database does not accept would look like policies that hold.
 * @throws CliError `unreachable`, `interrupted`.
 */
export async function checkOwnApplication(
  context: BackendContext,
  stranger: Stranger,
  { columns }: Pick<ExpectedSchema, "columns">,
): Promise<Finding[]> {
  const { supabase, lasting, url, fetch: send, signal, clock } = context;
  const since = new Date(clock().getTime() - leftoverAge).toISOString();
  const swept = await supabase
    .from("beta_applications")
    .delete()
    .like("email", "check-%@stranger.invalid")
    .eq("reason", application.reason)
    .lt("reviewed_at", since);
  if (swept.error) return notStored(callError(swept, signal));
  const id = randomUUID();
  try {
    // Not `insert`, which would add another one where the answer is lost and the call repeated.
    const row = { ...application, id, email: stranger.email, reviewed_at: clock().toISOString() };
    await insertMissing(context, { table: "beta_applications", key: "id" }, [row]);
    const readable = columns.get(mayRead)?.replaceAll(" ", "") ?? "*";
    const answer = await send(`${url}/rest/v1/beta_applications?select=${readable}`, {
      headers: stranger.headers,
      signal,
    });
    const text = await answer.text();
    const seen: unknown = answer.ok ? JSON.parse(text) : undefined;
    if (Array.isArray(seen) && seen.length === 1)
      return [ok("policies", "A signed-in applicant sees their own application.")];
    // The schema's facts tell only whether any column may be read.
    if (isRefusal(text))
      return [
        wrong(
          "policies",
          `A signed-in applicant may not read every column of their own application (HTTP ${answer.status}).`,
          restoring(mayRead, columns),
        ),
      ];
    return [
      wrong(
        "policies",
        `A signed-in applicant does not see their own application (HTTP ${answer.status}).`,
        "Apply the migrations: npx prelaunch deploy. Where SUPABASE_JWT_SECRET is set, correct or unset it.",
      ),
    ];
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return notStored(error);
  } finally {
    await lasting().from("beta_applications").delete().eq("id", id);
  }
}

/** The cause, such as a missing grant, is a finding of the schema. @throws CliError `unreachable`, `interrupted`. */
function notStored(error: CliError): Finding[] {
  if (error.code === "unreachable" || error.code === "interrupted") throw error;
  return [
    unknown(
      "policies",
      "Whether applicants see their own application was not tested: none could be stored for the test.",
      "Apply the migrations: npx prelaunch deploy",
    ),
  ];
}
