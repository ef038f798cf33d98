import { type Answer, isOwn, type Site, textOf } from "../answers/site.ts";
import { inlineScripts, linksOf, type PageElement, parseElements } from "../answers/html.ts";
import { type Reference, referencesOf } from "./references.ts";
import { type Imports, readImports } from "./script.ts";

/** A page that was visited. */
export interface Page {
  /** Its name in findings. */
  name: string;
  url: URL;
  answer: Answer;
  elements: PageElement[];
  references: Reference[];
  /** The imports of the page's inline modules, by the page's address with a number. */
  modules: Map<string, Imports | undefined>;
}

/** Everything that a stranger finds on a site. */
export interface Visit {
  site: Site;
  landing: Page;
  notFound: Page;
  pages: Page[];
  /** Every file of the site that a page or script leads to, by address without fragment. */
  answers: Map<string, Answer>;
  /** The imports of each script, inline modules included; undefined for a script that does not parse. */
  scripts: Map<string, Imports | undefined>;
  /** Translates an address of the site where the site is published elsewhere than its canonical address says. */
  locate: (url: URL) => URL;
  /** Address for which the site has to be built, where that is known. */
  intended: string | undefined;
}

const withoutFragment = (url: URL): string => url.href.replace(/#.*$/u, "");
const typeOf = (answer: Answer): string => answer.headers.get("content-type")?.split(";")[0]?.trim() ?? "";

async function open(site: Site, name: string, url: URL): Promise<Page> {
  const answer = await site.get(url);
  const elements = parseElements(textOf(answer.body));
  const modules = inlineScripts(elements).filter(({ attributes }) => attributes["type"] === "module");
  return {
    name,
    url,
    answer,
    elements,
    references: elements.flatMap((element) => referencesOf(element, url)),
    modules: new Map(
      await Promise.all(
        modules.map(
          async ({ text }, index) => [new URL(`#module-${index + 1}`, url).href, await readImports(text, url)] as const,
        ),
      ),
    ),
  };
}

/** Every address that a module leads to, now or later. */
export const importedBy = (imports: Imports | undefined): URL[] =>
  imports ? [...imports.eager, ...imports.lazy, ...imports.files] : [];

/**
 * Requests the landing page, a page that does not exist, and everything of the site that they lead to.
 * @param intended address for which the site has to be built, where that is known
 */
export async function visitSite(site: Site, intended?: string): Promise<Visit> {
  const landing = await open(site, "the page", site.address);
  const notFound = await open(site, "the not-found page", new URL("no-such-page/here", site.address));
  const [canonical = ""] = linksOf(landing.elements, "canonical");
  const elsewhere = URL.canParse(canonical) && new URL(canonical).origin !== site.address.origin;
  const locate = (url: URL) =>
    elsewhere && url.href.startsWith(canonical) ? new URL(url.href.slice(canonical.length), site.address) : url;
  const pages = [landing, notFound];
  const answers = new Map<string, Answer>([[site.address.href, landing.answer]]);
  const scripts = new Map<string, Imports | undefined>();
  const leadsTo = ({ references, modules }: Page): URL[] => {
    for (const [href, imports] of modules) scripts.set(href, imports);
    return [
      ...references.flatMap(({ url }) => (url ? [locate(url)] : [])),
      ...[...modules.values()].flatMap(importedBy),
    ];
  };

  const queue = pages.flatMap(leadsTo);
  for (let url = queue.pop(); url; url = queue.pop()) {
    const href = withoutFragment(url);
    if (!isOwn(site, url) || answers.has(href)) continue;
    const answer = await site.get(new URL(href));
    answers.set(href, answer);
    if (answer.status !== 200) continue;
    if (typeOf(answer) === "text/html") {
      const page = await open(site, url.pathname, new URL(href));
      pages.push(page);
      queue.push(...leadsTo(page));
    } else if (typeOf(answer).endsWith("javascript")) {
      const imports = await readImports(textOf(answer.body), url);
      scripts.set(href, imports);
      queue.push(...importedBy(imports));
    }
  }
  return { site, landing, notFound, pages, answers, scripts, locate, intended };
}

/** Text of the first `<meta>` with this name or property. */
export const metaOf = ({ elements }: Page, key: string): string | undefined =>
  elements.find(
    ({ name, attributes }) => name === "meta" && (attributes["name"] === key || attributes["property"] === key),
  )?.attributes["content"];
