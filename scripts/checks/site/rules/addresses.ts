import { isLoopback } from "../../../../server/http/loopback.ts";
import { type Finding, findingsOn } from "../../finding.ts";
import { linksOf, parseElements } from "../answers/html.ts";
import { isWebAddress, textOf } from "../answers/site.ts";
import { metaOf, type Visit } from "../visit/visit.ts";
import { deniedPaths, robotsRecords } from "./robots.ts";

const { wrong } = findingsOn("addresses");

const rebuild = "Build with PUBLIC_SITE_URL and BASE_PATH set to where the site is published.";

/** Canonical link, og:url, sitemap and robots.txt name the same address, and a live site is published there. */
export async function checkAddresses(visit: Visit): Promise<Finding[]> {
  const { site, landing, notFound, intended } = visit;
  const [canonical, ...more] = linksOf(landing.elements, "canonical");
  if (canonical === undefined || more.length > 0)
    return [
      wrong(
        landing.name,
        `It names ${more.length === 0 ? "no canonical address" : "more than one canonical address"}.`,
        rebuild,
      ),
    ];
  if (!isWebAddress(canonical))
    return [wrong(landing.name, `Its canonical address, ${canonical}, is incomplete.`, rebuild)];
  const findings: Finding[] = [];
  if (site.live && !isLoopback(site.address.hostname) && canonical !== site.address.href)
    findings.push(
      wrong(landing.name, `It says that it is published at ${canonical}, but it is at ${site.address.href}.`, rebuild),
    );
  if (intended !== undefined && canonical !== intended)
    findings.push(
      wrong(
        landing.name,
        `It was built for ${canonical}, but the settings say that the site is at ${intended}: search engines and link previews would name the wrong address.`,
        "Build again: npm run build",
      ),
    );
  if (metaOf(landing, "og:url") !== canonical)
    findings.push(
      wrong(
        landing.name,
        `Its og:url, ${metaOf(landing, "og:url") ?? "missing"}, is not its canonical address, ${canonical}.`,
        rebuild,
      ),
    );
  if (linksOf(notFound.elements, "canonical").length > 0)
    findings.push(
      wrong(
        notFound.name,
        "It names a canonical address, though it is shown for every wrong address.",
        "Remove the link.",
      ),
    );
  return [...findings, ...(await sitemapFindings(visit, canonical)), ...(await robotsFindings(visit, canonical))];
}

async function sitemapFindings({ site }: Visit, canonical: string): Promise<Finding[]> {
  const { status, body } = await site.get(new URL("sitemap.xml", site.address));
  if (status !== 200) return [wrong("/sitemap.xml", "It is not there.", rebuild)];
  const listed = parseElements(textOf(body)).flatMap(({ name, text }) => (name === "loc" ? [text.trim()] : []));
  return listed.length === 1 && listed[0] === canonical
    ? []
    : [wrong("/sitemap.xml", `It lists ${listed.join(", ") || "nothing"}; the only page is ${canonical}.`, rebuild)];
}

async function robotsFindings({ site }: Visit, canonical: string): Promise<Finding[]> {
  const { status, body } = await site.get(new URL("robots.txt", site.address));
  if (status !== 200) return [wrong("/robots.txt", "It is not there.", rebuild)];
  const records = robotsRecords(textOf(body));
  const findings: Finding[] = [];
  const sitemap = `${canonical}sitemap.xml`;
  if (!records.some(({ field, value }) => field === "sitemap" && value === sitemap))
    findings.push(wrong("/robots.txt", `It does not name the sitemap, ${sitemap}.`, rebuild));
  const denied = deniedPaths(records);
  if (denied.length > 0)
    findings.push(
      wrong(
        "/robots.txt",
        `It keeps search engines out of ${denied.join(", ")}.`,
        "Remove the Disallow line: nothing of the site is private.",
      ),
    );
  return findings;
}
