import { brotliCompressSync } from "node:zlib";
import { type Finding, findingsOn } from "../../finding.ts";
import { inlineScripts } from "../answers/html.ts";
import type { Page, Visit } from "../visit/visit.ts";

const { wrong } = findingsOn("budgets");

/** Bytes as they are sent, without headers and icons. */
export const budgets = {
  /** Ten TCP segments of 1,460 bytes: the initial congestion window (RFC 6928). */
  firstLoad: 14_600,
  /**
   * JavaScript of the first load; each inline script counts as if it were sent as a file. A project's address, a base path and the
   * letters of files' hashes take up to a hundred of it (docs/decisions/0167).
   */
  script: 1_900,
  /** JavaScript that a visitor downloads in addition to use the forms, in the build's brotli: React and the forms. */
  interaction: 75_000,
};

/** A size for a finding, such as `11,471 bytes`. */
export const bytes = (count: number): string => `${count.toLocaleString("en")} bytes`;

/** A script with all the scripts that it imports statically. */
function closure({ scripts }: Visit, start: readonly URL[]): Set<string> {
  const all = new Set<string>();
  const queue = [...start];
  for (let url = queue.pop(); url; url = queue.pop()) {
    if (all.has(url.href)) continue;
    all.add(url.href);
    queue.push(...(scripts.get(url.href)?.eager ?? []));
  }
  return all;
}

/** Bytes that were sent for files of the site, each counted once. */
const weigh = ({ answers }: Visit, hrefs: ReadonlySet<string>): number =>
  [...hrefs].reduce((sum, href) => sum + (answers.get(href)?.transferred ?? 0), 0);

/**
 * Bytes of files of the site in the build's brotli, each counted once. Many hosts compress by themselves, with gzip or a quicker
 * brotli, and send a tenth more of the same build.
 */
export const weighInBrotli = ({ answers }: Visit, hrefs: ReadonlySet<string>): number =>
  [...hrefs].reduce((sum, href) => sum + brotliCompressSync(answers.get(href)?.body ?? "").length, 0);

/** What a visitor who only reads has to download for a page. */
export function firstLoad(visit: Visit, page: Page): { scripts: Set<string>; total: number; script: number } {
  const loaded = page.references.flatMap(({ kind, url }) => (kind === "load" && url ? [visit.locate(url)] : []));
  const inline = [...page.modules.keys()].map((href) => new URL(href));
  const scripts = closure(visit, [...inline, ...loaded.filter(({ href }) => visit.scripts.has(href))]);
  const script =
    weigh(visit, scripts) +
    inlineScripts(page.elements).reduce((sum, { text }) => sum + brotliCompressSync(text).length, 0);
  return {
    scripts,
    script,
    total: page.answer.transferred + weigh(visit, new Set([...loaded.map(({ href }) => href), ...scripts])),
  };
}

/** Each page fits TCP's initial congestion window, and nothing blocks its rendering. */
export async function checkBudgets(visit: Visit): Promise<Finding[]> {
  return visit.pages.flatMap((page) => [...weightFindings(visit, page), ...blockingFindings(page)]);
}

function weightFindings(visit: Visit, page: Page): Finding[] {
  const { script, total } = firstLoad(visit, page);
  const findings: Finding[] = [];
  if (total > budgets.firstLoad)
    findings.push(
      wrong(
        page.name,
        `A reader downloads ${bytes(total)} compressed; ${bytes(budgets.firstLoad)} fit the first round trip.`,
        "Take something out, or load it when it is used. On a live site: does the host compress with brotli?",
      ),
    );
  if (script > budgets.script)
    findings.push(
      wrong(
        page.name,
        `Its JavaScript is ${bytes(script)} compressed; ${bytes(budgets.script)} are the limit.`,
        "Import what is not needed at once with import().",
      ),
    );
  return findings;
}

function blockingFindings({ name, elements }: Page): Finding[] {
  const blocking = elements.filter(({ name: tag, attributes }) =>
    tag === "script"
      ? attributes["src"] !== undefined &&
        attributes["async"] === undefined &&
        attributes["defer"] === undefined &&
        attributes["type"] !== "module"
      : tag === "link" && attributes["rel"] === "stylesheet" && attributes["media"] !== "print",
  );
  return blocking.map(({ name: tag, attributes }) =>
    wrong(
      name,
      `It is not painted until ${attributes["src"] ?? attributes["href"] ?? tag} has loaded.`,
      "Inline it, or load it without blocking.",
    ),
  );
}
