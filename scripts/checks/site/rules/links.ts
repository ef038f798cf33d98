import { unescape } from "node:querystring";
import { type Finding, findingsOn } from "../../finding.ts";
import { isOwn, NoAnswerError, pathOf, textOf } from "../answers/site.ts";
import { importedBy, type Page, type Visit } from "../visit/visit.ts";

const { wrong } = findingsOn("links");

const build = "Build and publish the export again; every file of it belongs together.";

/** Every link, anchor and asset of the pages resolves, and so does every chunk that the scripts import. */
export async function checkLinks(visit: Visit): Promise<Finding[]> {
  const { site, landing, pages, scripts, answers } = visit;
  const { status } = landing.answer;
  // Each of its many links to itself would be a finding of its own.
  if (status !== 200)
    return [
      wrong(
        landing.name,
        `It is answered with HTTP ${status}.`,
        "Publish dist/client there, for everybody: some hosts ask visitors to log in, such as for previews.",
      ),
    ];
  const findings: Finding[] = [];
  for (const page of pages) {
    if (!textOf(page.answer.body).includes("</html>"))
      findings.push(wrong(page.name, "It is missing or cut off.", build));
    for (const reference of page.references) findings.push(...ownReference(visit, page, reference));
  }
  for (const [href, imports] of scripts) {
    const where = pathOf(site, new URL(href));
    if (!imports)
      findings.push(wrong(where, "It is cut off, is not a JavaScript module, or imports what is no address.", build));
    for (const url of importedBy(imports)) {
      if (answers.get(url.href)?.status !== 200)
        findings.push(wrong(where, `It imports ${pathOf(site, url)}, which is not there.`, build));
    }
  }
  return [...findings, ...(site.live ? await externalLinks(visit) : [])];
}

function ownReference(
  { site, pages, answers, locate }: Visit,
  page: Page,
  { kind, raw, url: written }: Page["references"][number],
): Finding[] {
  if (!written) return [wrong(page.name, `"${raw}" is not an address.`, "Correct it in the page.")];
  const url = locate(written);
  if (kind !== "link" && url.origin === site.address.origin && !isOwn(site, url)) {
    return [
      wrong(
        page.name,
        `It needs ${url.pathname}, which is outside the folder the site is published in, ${site.address.pathname}.`,
        "Build with BASE_PATH set to that folder.",
      ),
    ];
  }
  if (!isOwn(site, url)) return [];
  const target = answers.get(url.href.replace(/#.*$/u, ""));
  if (target?.status !== 200)
    return [
      wrong(
        page.name,
        `It ${kind === "link" ? "links to" : "needs"} ${pathOf(site, url)}, which is not there.`,
        kind === "link" ? "Correct the link." : build,
      ),
    ];
  if (kind === "load" && target.redirects > 0)
    return [
      wrong(
        page.name,
        `It needs ${pathOf(site, url)}, which redirects: one more round trip.`,
        "Name the address it is redirected to.",
      ),
    ];
  const id = unescape(url.hash.slice(1));
  const holder = pages.find((other) => other.url.href === target.url.href);
  if (id === "" || id === "top" || !holder || holder.elements.some(({ attributes }) => attributes["id"] === id))
    return [];
  return [
    wrong(
      page.name,
      `It links to #${id}, and ${holder.name} has no such anchor.`,
      `Give an element the id "${id}", or correct the link.`,
    ),
  ];
}

/** Requested for a live site only: an export is checked offline. */
async function externalLinks({ site, pages, locate }: Visit): Promise<Finding[]> {
  const urls = new Map(
    pages.flatMap(({ references }) =>
      references.flatMap(({ url }) =>
        url && /^https?:$/u.test(url.protocol) && !isOwn(site, locate(url)) ? [[url.href, url] as const] : [],
      ),
    ),
  );
  const faults = await Promise.all(Array.from(urls.values(), (url) => faultOf(site, url)));
  return faults.flatMap((fault) =>
    fault === undefined ? [] : [wrong("the page", `${fault}.`, "Correct or remove the link.")],
  );
}

async function faultOf(site: Visit["site"], url: URL): Promise<string | undefined> {
  try {
    const { status } = await site.get(url);
    return status < 400 ? undefined : `${url.href} answers ${status}`;
  } catch (error) {
    if (error instanceof NoAnswerError) return error.message;
    throw error;
  }
}
