import * as v from "valibot";
import type { BackendContext } from "../../cli/session/context.ts";
import { CliError } from "../../data/errors.ts";
import { type Finding, ok, unknown, wrong } from "../../../server/launch/finding.ts";
import { thisBuild } from "../../../server/lib/release.ts";
import { authSettingsPath, buildIn, compareBuilds, formsProblem, healthPath, type ServiceAnswer } from "../services.ts";
import { addressOf } from "../../cli/session/settings.ts";

/** GoTrue's public settings, as far as they are used here. */
const authSettings = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    disable_signup: v.boolean(),
    mailer_autoconfirm: v.boolean(),
    external: v.object({ email: v.boolean() }),
  }),
);

/**
 * Sends a request to one of the backend's services.
 * @throws CliError `unreachable` when it does not answer; the signal's reason when it is aborted.
 */
async function ask(
  { fetch: send, url, signal }: BackendContext,
  path: string,
  headers: Record<string, string>,
): Promise<ServiceAnswer> {
  const answer = await send(`${url}${path}`, { headers, signal }).catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw new CliError("unreachable", `${url} does not answer any more.`, { cause });
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/**
 * Checks that the auth service of a hosted project lets everybody make an account, but only with a confirmed
 * address. Its settings can be changed in the dashboard, and row level security trusts the address in a session
 * (docs/decisions/0061).
 * @throws CliError `unreachable`.
 */
export async function checkAuth(context: BackendContext): Promise<Finding[]> {
  // The settings of the embedded stack are fixed in its code.
  if (context.embedded) return [];
  const { status, text } = await ask(context, authSettingsPath, { apikey: context.secretKey });
  const read = v.safeParse(authSettings, text);
  const remedy = "Set the auth service up as supabase/config.toml says: npx prelaunch deploy";
  if (!read.success)
    return [unknown("auth", `The settings of the auth service cannot be read (HTTP ${status}).`, remedy)];
  const { disable_signup, mailer_autoconfirm, external } = read.output;
  const findings: Finding[] = [];
  if (mailer_autoconfirm)
    findings.push(
      wrong(
        "auth",
        "Accounts count as confirmed without a mail: anyone who signs up with an applicant's address can read their applications.",
        remedy,
      ),
    );
  if (disable_signup || !external.email)
    findings.push(wrong("auth", "The auth service does not let people make an account by email.", remedy));
  return findings.length > 0
    ? findings
    : [ok("auth", "Everybody can make an account for an address that they confirm.")];
}

/**
 * Checks that the form backend answers, reaches the database, lets the site's pages call it, has the captcha
 * that the settings name, and is of the version of this checkout.
 * @throws CliError `unreachable`.
 */
export async function checkForms(context: BackendContext): Promise<Finding[]> {
  const { settings, embedded, url, runs } = context;
  const siteUrl = embedded ? undefined : addressOf("SITE_URL", settings);
  // A running stack has its own captcha setting, which its page uses as well.
  const hasKey = runs ? runs.captcha === "recaptcha" : settings.PUBLIC_RECAPTCHA_SITE_KEY;
  const captcha = hasKey ? "reCAPTCHA" : "ALTCHA";
  let build = "unknown";
  const asked = async (path: string, headers: Record<string, string>) => {
    const answer = await ask(context, path, headers);
    if (path === healthPath) build = buildIn(answer);
    return answer;
  };
  const problem = await formsProblem(asked, {
    backend: url,
    page: siteUrl === undefined ? undefined : new URL(siteUrl).origin,
    captcha,
  });
  const remedy = embedded
    ? "Start the stack again: npm start (docs/self-hosting.md)"
    : "If this checkout is the newer one: npx prelaunch deploy; otherwise: git pull && npm ci";
  return [
    problem ?? ok("forms", `The form backend stores records, and uses ${captcha}.`),
    compareBuilds([embedded ? "service" : "function", build], ["checkout", thisBuild()], remedy),
  ];
}
