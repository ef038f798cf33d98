import { embeddedPublishableKey } from "../../../server/contract/brand.ts";
import { CliError } from "../../cli/errors.ts";
import { type Finding, unknown, wrong } from "../finding.ts";
import { authSettingsPath, formsProblem } from "../services.ts";
import type { Published } from "./published.ts";

/** What may be a project's public key: a publishable one, or a legacy one, which is a JSON Web Token. */
const publicKey = /\b(?:sb_publishable_[\w-]+|eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+)/gu;

/**
 * The form backend that a published page calls answers it and has the same captcha; otherwise nobody can join. The project accepts the
 * key in the page, of which a visitor learns only at the sign-in. The page's policy names the project, and Google where it has its captcha.
 */
export async function checkForms({ get, address, landing, build }: Published): Promise<Finding[]> {
  const header = "content-security-policy";
  const policy = build?.headers.documents[header] ?? landing.headers.get(header);
  if (policy === null)
    return [
      unknown("forms", "Not checked, as no policy says what the page calls.", "See what is said of the headers."),
    ];
  const [, sources = ""] = /connect-src ([^;]*)/u.exec(policy) ?? [];
  const project = sources.split(" ").find((source) => source.startsWith("http") && !source.includes("google.com/"));
  const backend = project ?? address.origin;
  try {
    const problem = await formsProblem((path, headers) => get(new URL(path, backend), headers), {
      backend,
      page: project && address.origin,
      captcha: policy.includes("https://www.google.com/recaptcha/") ? "reCAPTCHA" : "ALTCHA",
    });
    if (problem) return [problem];
    const keys = new Set(build?.scripts.match(publicKey));
    keys.delete(embeddedPublishableKey);
    const answers = await Promise.all([...keys].map((apikey) => get(new URL(authSettingsPath, backend), { apikey })));
    if (!answers.some(({ status }) => status === 401)) return [];
    return [
      wrong(
        "forms",
        `${backend} does not accept the public key in the page, so that nobody can sign in.`,
        "Set PUBLIC_SUPABASE_KEY to one of the dashboard (Project Settings, API Keys); then build and publish the site again.",
      ),
    ];
  } catch (error) {
    if (!(error instanceof CliError) || error.code !== "unreachable") throw error;
    return [
      wrong(
        "forms",
        `Nobody can send the page's forms: ${error.message}`,
        "Deploy the form backend (npx prelaunch deploy), and see whether the project is paused: https://supabase.com/dashboard/projects",
      ),
    ];
  }
}
