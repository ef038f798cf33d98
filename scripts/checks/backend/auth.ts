import * as v from "valibot";
import type { BackendContext } from "../../cli/context.ts";
import { CliError } from "../../cli/errors.ts";
import { type Finding, ok, unknown, wrong } from "../finding.ts";

/** GoTrue's answer to `GET /settings`, as far as it is used here. */
const settingsAnswer = v.object({
  disable_signup: v.boolean(),
  mailer_autoconfirm: v.boolean(),
  external: v.object({ email: v.boolean() }),
});

const remedy = "Set the auth service up as supabase/config.toml says: npx prelaunch deploy";

/**
 * Does the auth service of a hosted project make accounts of confirmed addresses only, and of everybody's? Its settings can be
 * changed in the dashboard, and row level security trusts the address in a session (docs/decisions/0061).
 * @throws CliError `unreachable`; what aborted the signal.
 */
export async function checkAuth({
  url,
  embedded,
  secretKey,
  fetch: send,
  signal,
}: Pick<BackendContext, "url" | "embedded" | "secretKey" | "fetch" | "signal">): Promise<Finding[]> {
  // Those of the embedded stack are in its code.
  if (embedded) return [];
  const headers = { apikey: secretKey };
  const answer = await send(`${url}/auth/v1/settings`, { headers, signal }).catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw new CliError("unreachable", `${url} does not answer any more.`, { cause });
  });
  const read = v.safeParse(settingsAnswer, await answer.json().catch(() => undefined));
  if (!read.success)
    return [
      unknown(
        "auth",
        `The settings of the auth service cannot be read (HTTP ${answer.status}).`,
        "Compare the dashboard (Authentication, Sign In / Providers) with supabase/config.toml.",
      ),
    ];
  const { disable_signup, mailer_autoconfirm, external } = read.output;
  const findings: Finding[] = [];
  if (mailer_autoconfirm)
    findings.push(
      wrong(
        "auth",
        "Accounts count as confirmed without a mail: whoever signs up with an applicant's address reads their applications.",
        remedy,
      ),
    );
  if (disable_signup || !external.email)
    findings.push(wrong("auth", "The auth service lets nobody make an account by e-mail.", remedy));
  return findings.length > 0 ? findings : [ok("auth", "Everybody can make an account, of an address they confirm.")];
}
