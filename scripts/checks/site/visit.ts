import { formsBasePath } from "../../../server/contract/routes.ts";
import { type PageElement, parseElements } from "./html.ts";

/** A host's answer. */
export interface Answer {
  /** The address that answered, after redirects. */
  url: URL;
  redirected: boolean;
  status: number;
  headers: Headers;
  text: string;
}

/** A site as a stranger sees it: by requesting addresses. */
export interface Site {
  /** Address of the landing page; ends with a slash. */
  address: URL;
  /** Whether it is published, rather than in a folder. */
  live: boolean;
  /**
   * Requests an address; what is sent besides the usual is in `headers`.
   * @throws CliError `unreachable` where nothing answers, `interrupted`.
   */
  get(url: URL, headers?: Record<string, string>): Promise<Answer>;
}

/** A page that was visited. */
export interface Page {
  /** Its name in findings. */
  name: string;
  answer: Answer;
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
  /** Address for which the site has to be built, where that is known. */
  intended: string | undefined;
}

/** Names of scripts and style sheets in markup, where attributes may lack quotation marks, and in scripts. */
const files = /[="'`(]([^\s"'`()<>=]+\.(?:js|css))(?=["'`)\s>])/gu;

/** The address of the forms as the page's code has it: with the project's origin, or none where it is the page's own. */
const formsAddress = new RegExp(`(https?://[^\\s"'\`/]+)?${formsBasePath}\\b`, "gu");

/** Most files that are requested; the page has fewer than 20. */
const mostFiles = 200;

/** Requests the landing page, a page that does not exist, and the scripts and styles of the site that they lead to. */
export async function visitSite(site: Site, intended?: string): Promise<Visit> {
  const open = async (name: string, url: URL): Promise<Page> => {
    const answer = await site.get(url);
    return { name, answer, elements: parseElements(answer.text) };
  };
  const landing = await open("the page", site.address);
  const notFound = await open("the not-found page", new URL("no-such-page/here", site.address));
  const answers = new Map([[site.address.href, landing.answer]]);
  const queue = [landing.answer, notFound.answer];
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
  return { site, landing, notFound, answers, backends: [...new Set(origins)], intended };
}
