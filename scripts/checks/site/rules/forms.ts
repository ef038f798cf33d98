import * as v from "valibot";
import { formsBasePath } from "../../../../server/contract/routes.ts";
import { isLoopback } from "../../../../server/http/loopback.ts";
import { messageOf } from "../../../../server/errors/caught.ts";
import { CliError } from "../../../cli/errors.ts";
import { type Finding, findingsOn } from "../../finding.ts";
import { type Answer, type Site, textOf } from "../answers/site.ts";
import { backendsOf } from "../visit/backend.ts";
import type { Visit } from "../visit/visit.ts";

const { wrong } = findingsOn("forms");

const health = v.pipe(v.string(), v.parseJson(), v.object({ status: v.picklist(["ok", "down"]) }));

/** The form backend that a published page calls answers it: otherwise nobody can join, and everything else looks well. */
export async function checkForms(visit: Visit): Promise<Finding[]> {
  const { site } = visit;
  if (!site.live) return [];
  const findings = await Promise.all(backendsOf(visit).map((origin) => findingsAt(site, origin)));
  return findings.flat();
}

async function findingsAt(site: Site, origin: string): Promise<Finding[]> {
  const url = new URL(`${formsBasePath}/health`, origin);
  try {
    return judge(site, origin, await site.get(url, { origin: site.address.origin }));
  } catch (error) {
    if (!(error instanceof CliError) || error.code !== "unreachable") throw error;
    return [unanswered(site, origin, messageOf(error))];
  }
}

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
