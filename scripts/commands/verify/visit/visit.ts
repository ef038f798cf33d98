import { type Answer, isOwn, type Site, textOf } from "../site/site.ts";
import { type Element, parseElements } from "./html.ts";
import { type Reference, referencesOf } from "./references.ts";
import { type Imports, readImports } from "./script.ts";

/** A page that was visited. */
export interface Page {
  /** What findings call it. */
  name: string;
  url: URL;
  answer: Answer;
  elements: Element[];
  references: Reference[];
}

/** Everything a stranger comes across on a site. */
export interface Visit {
  site: Site;
  landing: Page;
  notFound: Page;
  pages: Page[];
  /** Every file of the site that something leads to, by address without fragment. */
  answers: Map<string, Answer>;
  /** What each script imports; undefined for one that does not parse. */
  scripts: Map<string, Imports | undefined>;
  /** Where an address of the site leads when the site is published elsewhere than its canonical address says. */
  locate: (url: URL) => URL;
}

const withoutFragment = (url: URL): string => url.href.replace(/#.*$/u, "");
const typeOf = (answer: Answer): string => answer.headers.get("content-type")?.split(";")[0]?.trim() ?? "";

async function open(site: Site, name: string, url: URL): Promise<Page> {
  const answer = await site.get(url);
  const elements = parseElements(textOf(answer.body));
  return { name, url, answer, elements, references: elements.flatMap((element) => referencesOf(element, url)) };
}

/** Asks for the landing page, for a page that does not exist, and for everything of the site they lead to. */
export async function visitSite(site: Site): Promise<Visit> {
  const landing = await open(site, "the page", site.address);
  const notFound = await open(site, "the not-found page", new URL("no-such-page/here", site.address));
  const canonical = landing.elements.find(({ name, attributes }) => name === "link" && attributes["rel"] === "canonical")?.attributes["href"] ?? "";
  const elsewhere = URL.canParse(canonical) && new URL(canonical).origin !== site.address.origin;
  const locate = (url: URL) => (elsewhere && url.href.startsWith(canonical) ? new URL(url.href.slice(canonical.length), site.address) : url);
  const pages = [landing, notFound];
  const answers = new Map<string, Answer>([[site.address.href, landing.answer]]);
  const scripts = new Map<string, Imports | undefined>();

  const queue = pages.flatMap(({ references }) => references.flatMap(({ url }) => (url ? [locate(url)] : [])));
  for (let url = queue.pop(); url; url = queue.pop()) {
    const href = withoutFragment(url);
    if (!isOwn(site, url) || answers.has(href)) continue;
    const answer = await site.get(new URL(href));
    answers.set(href, answer);
    if (answer.status !== 200) continue;
    if (typeOf(answer) === "text/html") {
      const page = await open(site, url.pathname, new URL(href));
      pages.push(page);
      queue.push(...page.references.flatMap((reference) => (reference.url ? [locate(reference.url)] : [])));
    } else if (typeOf(answer).endsWith("javascript")) {
      const imports = await readImports(textOf(answer.body), url);
      scripts.set(href, imports);
      if (imports) queue.push(...imports.eager, ...imports.lazy, ...imports.files);
    }
  }
  return { site, landing, notFound, pages, answers, scripts, locate };
}

/** Text of the first `<meta>` with this name or property. */
export const metaOf = ({ elements }: Page, key: string): string | undefined =>
  elements.find(({ name, attributes }) => name === "meta" && (attributes["name"] === key || attributes["property"] === key))?.attributes["content"];

/** Addresses that a page's `<link>`s of one relation name. */
export const linksOf = ({ elements }: Page, rel: string): string[] =>
  elements.filter(({ name, attributes }) => name === "link" && attributes["rel"] === rel).flatMap(({ attributes }) => attributes["href"] ?? []);
