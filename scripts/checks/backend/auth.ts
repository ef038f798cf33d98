import * as v from "valibot";
import type { BackendContext } from "../../cli/context.ts";
import { addressOf } from "../../cli/settings.ts";
import { authSettingsPath } from "../authSettings.ts";
import { type Finding, ok, unknown, wrong } from "../finding.ts";
import { ask } from "./ask.ts";

/** GoTrue's answer at that path, as far as it is used here. */
const settingsAnswer = v.object({
  disable_signup: v.boolean(),
  mailer_autoconfirm: v.boolean(),
  external: v.object({ email: v.boolean() }),
});

type Means = Pick<BackendContext, "url" | "embedded" | "secretKey" | "settings" | "fetch" | "signal">;

/** Is the key that the next build puts into the page still accepted? The dashboard revokes one at any time. */
async function checkPageKey(means: Means): Promise<Finding[]> {
  const { settings } = means;
  const key = settings.PUBLIC_SUPABASE_KEY?.value;
  if (key === undefined) return [];
  const { status } = await ask(means, addressOf("PUBLIC_SUPABASE_URL", settings) ?? means.url, authSettingsPath, {
    apikey: key,
  });
  if (status !== 401) return [];
  return [
    wrong(
      "auth",
      "The project does not accept PUBLIC_SUPABASE_KEY, with which the page is built: nobody can sign in there.",
      "Set it to a publishable key of the dashboard (Project Settings, API Keys); then build and publish the site again.",
    ),
  ];
}

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
  const read = v.safeParse(settingsAnswer, await answer.json().catch(() => undefined));
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
