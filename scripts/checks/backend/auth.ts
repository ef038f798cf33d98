import * as v from "valibot";
import type { BackendContext } from "../../cli/context.ts";
import { CliError } from "../../cli/errors.ts";
import { addressOf } from "../../cli/settings.ts";
import { authSettings, authSettingsPath } from "../authSettings.ts";
import { type Finding, ok, unknown, wrong } from "../finding.ts";
import { ask } from "./ask.ts";

type Means = Pick<BackendContext, "url" | "embedded" | "secretKey" | "settings" | "fetch" | "signal">;

const settingsOf = async (answer: Response) => v.safeParse(authSettings, await answer.json().catch(() => undefined));

/** Is the key that the next build puts into the page still accepted where the page will use it? The dashboard revokes one at any time. */
async function checkPageKey(means: Means): Promise<Finding[]> {
  const { settings } = means;
  const key = settings.PUBLIC_SUPABASE_KEY?.value;
  if (key === undefined) return [];
  const origin = addressOf("PUBLIC_SUPABASE_URL", settings) ?? means.url;
  try {
    const answer = await ask(means, origin, authSettingsPath, { apikey: key });
    if (answer.status === 401) return [refusedKey];
    // Where it is the operator's own address, too, the other findings say so.
    if (origin === means.url || (await settingsOf(answer)).success) return [];
    return [noAuthService(`${origin} answers with HTTP ${answer.status}, but not as an auth service does.`)];
  } catch (error) {
    // The operator's own address of the project may answer all the same, and then the other checks go on.
    if (!(error instanceof CliError) || error.code !== "unreachable" || origin === means.url) throw error;
    return [noAuthService(error.message)];
  }
}

const refusedKey = wrong(
  "auth",
  "The project does not accept PUBLIC_SUPABASE_KEY, with which the page is built: nobody can sign in there.",
  "Set it to a publishable key of the dashboard (Project Settings, API Keys); then build and publish the site again.",
);

const noAuthService = (why: string): Finding =>
  wrong(
    "auth",
    `Nobody can sign in on the page that is built for PUBLIC_SUPABASE_URL: ${why}`,
    "Set it to the project's address, such as https://abc.supabase.co, or to a domain of yours that leads there.",
  );

const remedy = "Set the auth service up as supabase/config.toml says: npx prelaunch deploy";

/**
 * Does the auth service of a hosted project make accounts of confirmed addresses only, and of everybody's, and does it know the page?
 * Its settings can be changed in the dashboard, and row level security trusts the address in a session (docs/decisions/0061).
 * @throws CliError `unreachable`, `configuration`; what aborted the signal.
 */
export async function checkAuth(means: Means): Promise<Finding[]> {
  const { url, embedded, secretKey } = means;
  // Those of the embedded stack are in its code.
  if (embedded) return [];
  const pageKey = await checkPageKey(means);
  const answer = await ask(means, url, authSettingsPath, { apikey: secretKey });
  const read = await settingsOf(answer);
  if (!read.success)
    return [
      ...pageKey,
      unknown(
        "auth",
        `The settings of the auth service cannot be read (HTTP ${answer.status}).`,
        "Compare the dashboard (Authentication, Sign In / Providers) with supabase/config.toml.",
      ),
    ];
  const { disable_signup, mailer_autoconfirm, external } = read.output;
  const findings = pageKey;
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
