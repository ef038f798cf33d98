import { embeddedPublishableKey } from "../../../server/contract/brand.ts";
import { formsBasePath } from "../../../server/contract/outcomes.ts";
import { CliError } from "../../data/errors.ts";
import { type Finding, unknown, wrong } from "../../../server/launch/finding.ts";
import { releaseOf, thisRelease } from "../../../server/lib/release.ts";
import { authSettingsPath, buildIn, compareBuilds, formsProblem, healthPath } from "../services.ts";
import type { Published } from "./published.ts";

/** Matches texts that may be a project's public key: a publishable key, or a legacy one, which is a JSON Web Token. */
const publicKey = /\b(?:sb_publishable_[\w-]+|eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+)/gu;

/** The paths at the page's origin that its web server has to pass on to the stack, each with an address to try. */
const ofStack: Readonly<Record<string, string>> = {
  "/functions/v1/": `${formsBasePath}/health`,
  "/auth/v1/": authSettingsPath,
  "/rest/v1/": "/rest/v1/",
};

/** Finds the paths of the stack that the web server answers itself instead of passing them on. */
async function checkForwarding({ get, address }: Published): Promise<Finding | undefined> {
  const asked = Object.entries(ofStack).map(async ([path, example]) => {
    const { status, headers } = await get(new URL(example, address.origin));
    // The stack answers these paths with JSON, even when it refuses.
    return status >= 500 || headers.get("content-type")?.includes("json") ? [] : [path];
  });
  const missing = (await Promise.all(asked)).flat();
  // A page at the root of its origin that has none of these paths is on a static host.
  if (missing.length === 0 || (address.pathname === "/" && missing.length === asked.length)) return undefined;
  return wrong(
    "forms",
    `The web server of ${address.origin} does not pass on to the stack: ${missing.join(", ")}`,
    "Have it forward them as it forwards the page (docs/self-hosting.md). A page without a stack of its own needs PUBLIC_SUPABASE_URL and PUBLIC_SUPABASE_KEY when it is built (docs/deploy.md).",
  );
}

function policyOf({ build, landing }: Published): string | null {
  const header = "content-security-policy";
  return build?.headers.documents[header] ?? landing.headers.get(header);
}

/** The origin of the project that a policy lets the page call; undefined where it is the page's own. */
function projectIn(policy: string): string | undefined {
  const [, sources = ""] = /connect-src ([^;]*)/u.exec(policy) ?? [];
  return sources.split(" ").find((source) => source.startsWith("http") && !source.includes("google.com/"));
}

/**
 * Compares the version of the page with that of its form backend. The not-found page names it, where it does not
 * make the first load longer.
 */
export async function checkVersion(published: Published): Promise<Finding[]> {
  const { get, address, notFound } = published;
  const [, page] = /<meta name="generator" content="prelaunch ([^"]+)"/u.exec(notFound.text) ?? [];
  const policy = policyOf(published);
  if (page === undefined || policy === null)
    return [
      unknown(
        "version",
        "Not checked, as the published not-found page does not name it.",
        "Publish all of dist/client.",
      ),
    ];
  const origin = projectIn(policy) ?? address.origin;
  const backend = await get(new URL(healthPath, origin)).then(buildIn, (error: unknown) => {
    // `checkForms` says that it does not answer.
    if (!(error instanceof CliError) || error.code !== "unreachable") throw error;
    return "unknown";
  });
  const remedy =
    releaseOf(page) === thisRelease()
      ? "Bring the form backend up to date: npx prelaunch deploy, or start the stack again: npm start"
      : "Publish the page: npm run build, then dist/client (docs/deploy.md)";
  return [compareBuilds(["page", page], ["form backend", backend], remedy)];
}

/**
 * Checks that the form backend that a published page calls answers it and has the same captcha, since nobody could
 * join otherwise. It also checks that the project accepts the key in the page, which a visitor only notices when
 * signing in. The page's policy names the project, and Google if the page has its captcha.
 */
export async function checkForms(published: Published): Promise<Finding[]> {
  const { get, address, build } = published;
  const policy = policyOf(published);
  if (policy === null)
    return [
      unknown("forms", "Not checked, as no policy says what the page calls.", "See what is said of the headers."),
    ];
  const project = projectIn(policy);
  const backend = project ?? address.origin;
  try {
    const unforwarded = project === undefined ? await checkForwarding(published) : undefined;
    if (unforwarded) return [unforwarded];
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
