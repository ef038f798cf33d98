import { isLoopback } from "../../../server/http/loopback.ts";
import { type Finding, findingsOn } from "../finding.ts";
import { canonicalOf } from "./html.ts";
import type { Visit } from "./visit.ts";

const { wrong } = findingsOn("addresses");

/** The page names the address at which it is published as its own, and search engines may list it there. */
export async function checkAddresses({ site, landing, intended }: Visit): Promise<Finding[]> {
  const findings: Finding[] = [];
  const canonical = canonicalOf(landing.elements);
  const refuse = (message: string) =>
    findings.push(
      wrong(
        landing.name,
        `${message}: search engines and link previews would name the wrong address.`,
        "Set SITE_URL to the address where visitors reach the site; then build and publish it again.",
      ),
    );
  if (canonical === undefined) refuse("It does not name its canonical address");
  else if (site.live && !isLoopback(site.address.hostname) && canonical !== site.address.href)
    refuse(`It says that it is published at ${canonical}, but it is at ${site.address.href}`);
  else if (intended !== undefined && canonical !== intended)
    refuse(`It was built for ${canonical}, but the settings say that the site is at ${intended}`);
  const robots = landing.answer.headers.get("x-robots-tag");
  // Hosts keep search engines away from previews, and whoever publishes one by mistake sees no difference.
  if (/\b(?:noindex|none)\b/iu.test(robots ?? ""))
    findings.push(
      wrong(
        landing.name,
        `Its host tells search engines not to list it (x-robots-tag: ${robots}).`,
        "Publish it as the host's production site, not as a preview, or have the host leave the header out.",
      ),
    );
  return findings;
}
