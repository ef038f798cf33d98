import * as v from "valibot";
import { formsBasePath } from "../../../server/contract/limits.ts";
import { origin as originFormat } from "../../../server/settings/formats.ts";
import type { BackendContext } from "../../cli/context.ts";
import { CliError } from "../../cli/errors.ts";
import { type Finding, ok, wrong } from "../finding.ts";

/**
 * Is the form backend there, may the site's pages call it, and do both use the same captcha?
 * @throws CliError `unreachable`; what aborted the signal.
 */
export async function checkFormBackend({
  settings,
  url,
  embedded,
  fetch: send,
  signal,
}: BackendContext): Promise<Finding[]> {
  const [site, secret] = [settings.PUBLIC_RECAPTCHA_SITE_KEY, settings.RECAPTCHA_SECRET_KEY];
  const findings: Finding[] = [];
  if (site && !secret)
    findings.push(
      wrong(
        "captcha",
        "The page has a reCAPTCHA site key, but RECAPTCHA_SECRET_KEY is not set.",
        "Set both for reCAPTCHA, or neither for ALTCHA.",
      ),
    );
  if (secret && !site)
    findings.push(
      wrong(
        "captcha",
        "RECAPTCHA_SECRET_KEY is set, but PUBLIC_RECAPTCHA_SITE_KEY is not.",
        "Set both for reCAPTCHA, or neither for ALTCHA.",
      ),
    );
  const origin = originOf(settings);
  const headers = origin === undefined ? {} : { origin };
  const answer = await send(`${url}${formsBasePath}/captcha`, { headers, signal }).catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw new CliError("unreachable", `${url} does not answer any more.`, { cause });
  });
  // Only our own captcha has this route; with reCAPTCHA the backend answers it with a problem document of its own.
  const serves = answer.ok
    ? "ALTCHA"
    : answer.status === 404 && answer.headers.get("content-type")?.startsWith("application/problem+json")
      ? "reCAPTCHA"
      : undefined;
  if (!serves)
    return [
      ...findings,
      wrong("captcha", `The form backend does not answer (HTTP ${answer.status}).`, "Deploy it: npx prelaunch deploy"),
    ];
  // The page of an embedded stack has the same origin, and needs no permission.
  if (!embedded && origin !== undefined && answer.headers.get("access-control-allow-origin") !== origin)
    findings.push(
      wrong(
        "origin",
        `The form backend was deployed with another SITE_URL: browsers let no page of ${origin} read its answers.`,
        "Deploy the form backend with the address where visitors reach the site: npx prelaunch deploy",
      ),
    );
  const wanted = site ? "reCAPTCHA" : "ALTCHA";
  if (serves !== wanted)
    findings.push(
      wrong(
        "captcha",
        `The page is set to ${wanted}, the form backend to ${serves}: nobody can sign up.`,
        embedded
          ? "Restart the stack with the same keys: npm start"
          : site
            ? "Deploy the form backend with the same keys: npx prelaunch deploy"
            : "Remove the secret RECAPTCHA_SECRET_KEY from the project (dashboard: Edge Functions, Secrets), which deploy does not.",
      ),
    );
  return findings.length > 0 ? findings : [ok("captcha", `Page and form backend use ${serves}.`)];
}

/** The origin of the site's pages; undefined where it is not known. */
function originOf({ SITE_URL }: BackendContext["settings"]): string | undefined {
  const site = v.safeParse(originFormat.schema, SITE_URL?.value);
  return site.success ? site.output : undefined;
}
