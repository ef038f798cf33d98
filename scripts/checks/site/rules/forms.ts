import * as v from "valibot";
import { formsBasePath } from "../../../../server/contract/routes.ts";
import { isLoopback } from "../../../../server/http/loopback.ts";
import { messageOf } from "../../../../server/errors/caught.ts";
import { type Captcha, captchaServed } from "../../captchaServed.ts";
import { type Finding, findingsOn } from "../../finding.ts";
import { type Answer, NoAnswerError, type Site, textOf } from "../answers/site.ts";
import { backendsOf } from "../visit/backend.ts";
import type { Visit } from "../visit/visit.ts";

const { wrong } = findingsOn("forms");

const health = v.pipe(v.string(), v.parseJson(), v.object({ status: v.picklist(["ok", "down"]) }));

/** The form backend that a published page calls answers it: otherwise nobody can join, and everything else looks well. */
export async function checkForms(visit: Visit): Promise<Finding[]> {
  if (!visit.site.live) return [];
  const findings = await Promise.all(backendsOf(visit).map((origin) => findingsAt(visit, origin)));
  return findings.flat();
}

async function findingsAt({ site, answers }: Visit, origin: string): Promise<Finding[]> {
  const ask = (path: string) => site.get(new URL(formsBasePath + path, origin), { origin: site.address.origin });
  try {
    const found = judge(site, origin, await ask("/health"));
    return found.length > 0 ? found : captchaFindings(captchaOf(answers), captchaServed(await ask("/captcha")));
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    return [unanswered(site, origin, messageOf(error))];
  }
}

/** The captcha that a page was built with: Google's script is named in it only with a key of Google's. */
const captchaOf = (answers: Visit["answers"]): Captcha =>
  [...answers.values()].some(({ body }) => textOf(body).includes("https://www.google.com/recaptcha/api.js"))
    ? "reCAPTCHA"
    : "ALTCHA";

const captchaFindings = (built: Captcha, served: Captcha | undefined): Finding[] =>
  served === undefined || served === built
    ? []
    : [
        wrong(
          "the page",
          `Nobody can send its forms: it has ${built}, and its form backend ${served}.`,
          "Set both keys of reCAPTCHA, or neither; then deploy the form backend, and build and publish the site again (docs/deploy.md).",
        ),
      ];

function judge(site: Site, origin: string, { status, headers, body, redirects }: Answer): Finding[] {
  const read = v.safeParse(health, textOf(body));
  if (redirects > 0 || !read.success)
    return [unanswered(site, origin, `no form backend answers at ${origin} (HTTP ${status}).`)];
  if (read.output.status === "down")
    return [
      wrong(
        "the page",
        `Nobody can send its forms: the form backend at ${origin} cannot store anything (HTTP ${status}).`,
        "See why: npx prelaunch check backend",
      ),
    ];
  // A copy on this machine is not what visitors use.
  if (origin === site.address.origin || isLoopback(site.address.hostname)) return [];
  if (headers.get("access-control-allow-origin") === site.address.origin) return [];
  return [
    wrong(
      "the page",
      `Nobody can send its forms: the form backend at ${origin} was deployed with another SITE_URL, and browsers let no page of ${site.address.origin} read its answers.`,
      "Set SITE_URL to the address where visitors reach the site, and deploy again: npx prelaunch deploy",
    ),
  ];
}

const unanswered = ({ address }: Site, origin: string, why: string): Finding =>
  wrong(
    "the page",
    `Nobody can send its forms: ${why}`,
    origin === address.origin
      ? "A page on a static host needs the address of its project: build with PUBLIC_SUPABASE_URL and PUBLIC_SUPABASE_KEY set (docs/deploy.md). On a server of your own, see whether the stack runs."
      : "Deploy the form backend (npx prelaunch deploy), and see whether the project is paused: https://supabase.com/dashboard/projects",
  );
