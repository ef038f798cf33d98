import * as v from "valibot";
import { formsBasePath, problemMediaType } from "../../server/contract/outcomes.ts";
import { type Finding, ok, warning, wrong } from "../../server/launch/finding.ts";
import { releaseOf } from "../../server/lib/release.ts";

/** An answer of one of a backend's services. */
export interface ServiceAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * The path of the auth service's public settings. GoTrue answers it with 401 for a key that the project does not
 * accept.
 */
export const authSettingsPath = "/auth/v1/settings";

/** A captcha of the page and the form backend, which must be the same. */
type Captcha = "ALTCHA" | "reCAPTCHA";

/** What a page expects of its form backend. */
interface FormsOfPage {
  backend: string;
  /** The origin of the page if it differs, because the form backend has to let its browsers in. */
  page: string | undefined;
  captcha: Captcha;
}

const health = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    status: v.picklist(["ok", "down"]),
    down: v.optional(v.array(v.string()), []),
    version: v.optional(v.string()),
  }),
);

/** Requests a path of the form backend's origin. */
type Ask = (path: string, headers: Record<string, string>) => Promise<ServiceAnswer>;

/** The version of the form backend that answers so to `/health` and, behind a plus sign, its commit; "unknown" if it names none. */
export function buildIn({ text }: ServiceAnswer): string {
  const read = v.safeParse(health, text);
  return (read.success && read.output.version) || "unknown";
}

/** The path of a form backend's health. */
export const healthPath = `${formsBasePath}/health`;

/** Names the versions of two parts, and says what to do unless they are of one release. */
export function compareBuilds(
  [part, build]: readonly [string, string],
  [other, otherBuild]: readonly [string, string],
  remedy: string,
): Finding {
  const message = `The ${part} is of version ${build}, the ${other} of ${otherBuild}.`;
  return releaseOf(build) === releaseOf(otherBuild) ? ok("version", message) : warning("version", message, remedy);
}

const deploy = "Deploy it with these settings: npx prelaunch deploy; the embedded stack is restarted: npm start";

/**
 * Says why nobody can send the forms of a page: no form backend, no database, another site or another captcha.
 * @throws whatever `ask` throws
 */
export async function formsProblem(ask: Ask, { backend, page, captcha }: FormsOfPage): Promise<Finding | undefined> {
  const headers: Record<string, string> = page === undefined ? {} : { origin: page };
  const { status, headers: sent, text } = await ask(healthPath, headers);
  const read = v.safeParse(health, text);
  if (!read.success)
    return wrong(
      "forms",
      `No form backend answers at ${backend} (HTTP ${status}).`,
      "A page on a static host needs PUBLIC_SUPABASE_URL and PUBLIC_SUPABASE_KEY when it is built, and the form backend of that project: npx prelaunch deploy (docs/deploy.md).",
    );
  if (read.output.down.includes("disk"))
    return wrong(
      "forms",
      `The disk of the form backend at ${backend} is full: nobody can join.`,
      "Free some space on it, for example by deleting old backups; for a hosted project: its dashboard, Database, Settings, Disk.",
    );
  if (read.output.down.includes("schema"))
    return wrong(
      "forms",
      `The form backend at ${backend} was made for other migrations than its database has.`,
      deploy,
    );
  if (read.output.status === "down")
    return wrong("forms", `The form backend at ${backend} cannot store anything (HTTP ${status}).`, deploy);
  if (page !== undefined && sent.get("access-control-allow-origin") !== page)
    return wrong(
      "forms",
      `The form backend at ${backend} has another SITE_URL: browsers do not let pages of ${page} read its answers.`,
      deploy,
    );
  const served = captchaServed(await ask(`${formsBasePath}/captcha`, headers));
  if (served === captcha) return undefined;
  return wrong(
    "forms",
    `The page has ${captcha}, the form backend ${served ?? "no captcha"}: nobody can sign up.`,
    "Set both keys of reCAPTCHA, or neither, also in the project (dashboard: Edge Functions, Secrets); then deploy, and build and publish the site again (docs/deploy.md).",
  );
}

/** Only our captcha has this route. With reCAPTCHA the backend answers it with a problem document. */
function captchaServed({ status, headers }: ServiceAnswer): Captcha | undefined {
  if (status >= 200 && status < 300) return "ALTCHA";
  return status === 404 && headers.get("content-type")?.startsWith(problemMediaType) ? "reCAPTCHA" : undefined;
}
