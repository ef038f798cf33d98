import * as v from "valibot";
import { formsBasePath } from "../../../server/contract/routes.ts";
import { origin as originFormat } from "../../../server/settings/formats.ts";
import type { BackendContext } from "../../cli/context.ts";
import { type Captcha, captchaServed } from "../captchaServed.ts";
import { type Finding, ok, wrong } from "../finding.ts";
import { ask } from "./ask.ts";

/**
 * Is the form backend there, may the site's pages call it, and do both use the same captcha?
 * @throws CliError `unreachable`; what aborted the signal.
 */
export async function checkFormBackend(context: BackendContext): Promise<Finding[]> {
  const { settings, url } = context;
  const origin = originOf(settings);
  const answer = await ask(context, url, `${formsBasePath}/captcha`, origin === undefined ? {} : { origin });
  const served = captchaServed(answer);
  if (!served)
    return [
      ...keyFindings(settings),
      wrong("captcha", `The form backend does not answer (HTTP ${answer.status}).`, "Deploy it: npx prelaunch deploy"),
    ];
  const findings = [
    ...keyFindings(settings),
    ...originFindings(context, origin, answer),
    ...captchaFindings(context, served),
    // A challenge of our own captcha already comes from the database.
    ...(served === "reCAPTCHA" ? await storeFindings(context) : []),
  ];
  return findings.length > 0 ? findings : [ok("captcha", `Page and form backend use ${served}.`)];
}

/** Does the function reach the database? It does not with a secret key that was deleted since it was deployed. */
async function storeFindings(context: BackendContext): Promise<Finding[]> {
  const { status } = await ask(context, context.url, `${formsBasePath}/health`, {});
  if (status === 200) return [];
  const problem = `The form backend cannot store anything (HTTP ${status}).`;
  return [wrong("captcha", problem, "Deploy it again: npx prelaunch deploy")];
}

function keyFindings({
  PUBLIC_RECAPTCHA_SITE_KEY: site,
  RECAPTCHA_SECRET_KEY: secret,
}: BackendContext["settings"]): Finding[] {
  if (Boolean(site) === Boolean(secret)) return [];
  const problem = site
    ? "The page has a reCAPTCHA site key, but RECAPTCHA_SECRET_KEY is not set."
    : "RECAPTCHA_SECRET_KEY is set, but PUBLIC_RECAPTCHA_SITE_KEY is not.";
  return [wrong("captcha", problem, "Set both for reCAPTCHA, or neither for ALTCHA.")];
}

function originFindings(
  { embedded }: Pick<BackendContext, "embedded">,
  origin: string | undefined,
  { headers }: Response,
): Finding[] {
  // The page of an embedded stack has the same origin, and needs no permission.
  if (embedded || origin === undefined || headers.get("access-control-allow-origin") === origin) return [];
  return [
    wrong(
      "origin",
      `The form backend was deployed with another SITE_URL: browsers let no page of ${origin} read its answers.`,
      "Deploy the form backend with the address where visitors reach the site: npx prelaunch deploy",
    ),
  ];
}

function captchaFindings(
  { embedded, settings }: Pick<BackendContext, "embedded" | "settings">,
  served: Captcha,
): Finding[] {
  const wanted: Captcha = settings.PUBLIC_RECAPTCHA_SITE_KEY ? "reCAPTCHA" : "ALTCHA";
  if (served === wanted) return [];
  const problem = `The page is set to ${wanted}, the form backend to ${served}: nobody can sign up.`;
  if (embedded) return [wrong("captcha", problem, "Restart the stack with the same keys: npm start")];
  return [
    wrong(
      "captcha",
      problem,
      wanted === "reCAPTCHA"
        ? "Deploy the form backend with the same keys: npx prelaunch deploy"
        : "Remove the secret RECAPTCHA_SECRET_KEY from the project (dashboard: Edge Functions, Secrets), which deploy does not.",
    ),
  ];
}

/** The origin of the site's pages; undefined where it is not known. */
function originOf({ SITE_URL }: BackendContext["settings"]): string | undefined {
  const site = v.safeParse(originFormat.schema, SITE_URL?.value);
  return site.success ? site.output : undefined;
}
