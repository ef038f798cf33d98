import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { formsBasePath } from "../../../server/contract/outcomes.ts";
import { messageOf, rootOf } from "../../../server/lib/caught.ts";
import { timeLimit } from "../../../server/lib/time.ts";
import { CliError, interruptedError } from "../../cli/errors.ts";

/** A host's answer. */
export interface Answer {
  /** The address that answered, after redirects. */
  url: URL;
  redirected: boolean;
  status: number;
  headers: Headers;
  text: string;
}

/** A published site as a stranger sees it: by requesting addresses. */
export interface Site {
  /** Address of the landing page; ends with a slash. */
  address: URL;
  /**
   * Requests an address; what is sent besides the usual is in `headers`.
   * @throws CliError `unreachable` where nothing answers, whose cause says whether the certificate is not trusted; `interrupted`.
   */
  get(url: URL, headers?: Record<string, string>): Promise<Answer>;
}

/** An element of a page, without its place in the tree. */
export interface PageElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** The text directly in it; for a script or a style the exact source that a policy's hash is computed from. */
  text: string;
}

/** A page that was visited. */
export interface Page extends Answer {
  /** Its name in findings. */
  name: string;
  elements: PageElement[];
}

/** Everything that a stranger finds on a site. */
export interface Visit {
  site: Site;
  landing: Page;
  notFound: Page;
  /** The answers of the landing page and of each script and style sheet that it leads to, by address. */
  answers: ReadonlyMap<string, Answer>;
  /** Origins that the page sends its forms to, its own or a project's. */
  backends: readonly string[];
}

/**
 * Opens a published site. Redirects are followed; those of the landing page lead to the site's address.
 * @param timeout longest wait for one answer, in ms
 * @throws CliError as `get` of a {@link Site} does
 */
export async function openSite(start: URL, timeout: number, signal: AbortSignal): Promise<Site> {
  const get: Site["get"] = async (url, headers = {}) => {
    try {
      const response = await fetch(url, { headers, signal: timeLimit(timeout, signal) });
      const { redirected, status, headers: sent } = response;
      return { url: new URL(response.url), redirected, status, headers: sent, text: await response.text() };
    } catch (cause) {
      if (signal.aborted) throw interruptedError();
      const why = cause instanceof Error ? rootOf(cause) : cause;
      // Node 24 and newer append advice about one of their own options, which no caller of the command can give.
      const message = messageOf(why).replace(/; if the root CA.*$/u, "");
      throw new CliError("unreachable", `${url.href} does not answer: ${message}`, { cause: why });
    }
  };
  const { url } = await get(start);
  return { address: new URL(".", url), get };
}

/** The elements of an HTML document in document order, parsed as by a browser without scripts. */
function elementsOf(html: string): PageElement[] {
  const elements: PageElement[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if ("tagName" in node)
      elements.push({
        name: node.tagName,
        attributes: Object.fromEntries(node.attrs.map(({ name, value }) => [name, value])),
        text: node.childNodes.map((child) => ("value" in child ? child.value : "")).join(""),
      });
    if ("childNodes" in node) for (const child of node.childNodes) visit(child);
  };
  visit(parse(html, { scriptingEnabled: false }));
  return elements;
}

/** Names of scripts and style sheets in markup, where attributes may lack quotation marks, and in scripts. */
const files = /[="'`(]([^\s"'`()<>=]+\.(?:js|css))(?=["'`)\s>])/gu;

/** The address of the forms as the page's code has it: with the project's origin, or none where it is the page's own. */
const formsAddress = new RegExp(`(https?://[^\\s"'\`/]+)?${formsBasePath}\\b`, "gu");

/** Most files that are requested; the page has fewer than 20. */
const mostFiles = 200;

/** Requests the landing page, a page that does not exist, and the scripts and styles of the site that they lead to. */
export async function visitSite(site: Site): Promise<Visit> {
  const open = async (name: string, url: URL): Promise<Page> => {
    const answer = await site.get(url);
    return { ...answer, name, elements: elementsOf(answer.text) };
  };
  const landing = await open("the page", site.address);
  const notFound = await open("the not-found page", new URL("no-such-page/here", site.address));
  const answers = new Map<string, Answer>([[site.address.href, landing]]);
  const queue: Answer[] = [landing, notFound];
  const asked = new Set<string>();
  for (let answer = queue.pop(); answer; answer = queue.pop())
    for (const [, path = ""] of answer.text.matchAll(files)) {
      const url = URL.canParse(path, answer.url.href) ? new URL(path, answer.url) : undefined;
      if (!url?.href.startsWith(site.address.href) || asked.has(url.href) || asked.size >= mostFiles) continue;
      asked.add(url.href);
      const file = await site.get(url);
      // A script may hold other texts that look like a file's name.
      if (file.status !== 200 || file.headers.get("content-type")?.startsWith("text/html")) continue;
      answers.set(url.href, file);
      queue.push(file);
    }
  const origins = [...answers.values()].flatMap(({ text }) =>
    Array.from(text.matchAll(formsAddress), ([, origin]) => origin ?? site.address.origin),
  );
  return { site, landing, notFound, answers, backends: [...new Set(origins)] };
}
