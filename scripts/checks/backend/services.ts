import * as v from "valibot";
import { formsBasePath } from "../../../server/contract/routes.ts";
import { addressOf, type BackendContext } from "../../cli/context.ts";
import { CliError } from "../../cli/errors.ts";
import { type Finding, ok, unknown, wrong } from "../finding.ts";
import { authSettings, authSettingsPath, type Captcha, captchaServed } from "../services.ts";

type Means = Pick<BackendContext, "url" | "embedded" | "secretKey" | "settings" | "fetch" | "signal">;

/** Asks one of the backend's services. @throws CliError `unreachable` when it does not answer; what aborted the signal. */
const ask = ({ fetch: send, url, signal }: Means, path: string, headers: Record<string, string>): Promise<Response> =>
  send(`${url}${path}`, { headers, signal }).catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw new CliError("unreachable", `${url} does not answer any more.`, { cause });
  });

/**
 * Does the auth service of a hosted project make accounts of confirmed addresses only, and of everybody's? Its settings can be changed in the
 * dashboard, and row level security trusts the address in a session (docs/decisions/0061).
 * @throws CliError `unreachable`.
 */
export async function checkAuth(means: Means): Promise<Finding[]> {
  // Those of the embedded stack are in its code.
  if (means.embedded) return [];
  const answer = await ask(means, authSettingsPath, { apikey: means.secretKey });
  const read = v.safeParse(authSettings, await answer.json().catch(() => undefined));
  if (!read.success)
    return [
      unknown(
        "auth",
        `The settings of the auth service cannot be read (HTTP ${answer.status}).`,
        "Compare the dashboard (Authentication, Sign In / Providers) with supabase/config.toml.",
      ),
    ];
  const { disable_signup, mailer_autoconfirm, external } = read.output;
  const remedy = "Set the auth service up as supabase/config.toml says: npx prelaunch deploy";
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

/**
 * Is the form backend there, does it reach the database, may the site's pages call it, and has it the captcha that the settings say?
 * @throws CliError `unreachable`.
 */
export async function checkFormBackend(means: Means): Promise<Finding[]> {
  const { settings, embedded } = means;
  const { PUBLIC_RECAPTCHA_SITE_KEY: site, RECAPTCHA_SECRET_KEY: secret } = settings;
  const deploy = embedded ? "Restart the stack: npm start" : "Deploy it with these settings: npx prelaunch deploy";
  if (Boolean(site) !== Boolean(secret)) {
    const both = "Set PUBLIC_RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET_KEY for reCAPTCHA, or neither for ALTCHA.";
    return [wrong("forms", `${site ? "RECAPTCHA_SECRET_KEY" : "PUBLIC_RECAPTCHA_SITE_KEY"} is missing.`, both)];
  }
  const health = await ask(means, `${formsBasePath}/health`, {});
  if (health.status !== 200)
    return [wrong("forms", `The form backend cannot store anything (HTTP ${health.status}).`, deploy)];
  const siteUrl = embedded ? undefined : addressOf("SITE_URL", settings);
  const origin = siteUrl === undefined ? undefined : new URL(siteUrl).origin;
  const answer = await ask(means, `${formsBasePath}/captcha`, origin === undefined ? {} : { origin });
  const findings: Finding[] = [];
  if (origin !== undefined && answer.headers.get("access-control-allow-origin") !== origin)
    findings.push(
      wrong(
        "forms",
        `The form backend has another SITE_URL: browsers let no page of ${origin} read its answers.`,
        deploy,
      ),
    );
  const [wanted, served]: (Captcha | undefined)[] = [site ? "reCAPTCHA" : "ALTCHA", captchaServed(answer)];
  if (served !== wanted)
    findings.push(
      wrong(
        "forms",
        `The page is set to ${wanted}, the form backend to ${served ?? "none"}: nobody can sign up.`,
        wanted === "ALTCHA" && !embedded
          ? "Remove the secret RECAPTCHA_SECRET_KEY from the project (dashboard: Edge Functions, Secrets), which deploy does not."
          : deploy,
      ),
    );
  return findings.length > 0 ? findings : [ok("forms", `The form backend stores records, and uses ${wanted}.`)];
}
