import { messageOf, rootOf } from "../../../server/errors/caught.ts";
import { StackError } from "../../../server/embedded/errors/stackError.ts";
import { serveExport } from "../../../server/embedded/http/staticExport.ts";
import { readSiteHeaders } from "../../../server/hosting/siteHeaders.ts";
import { timeLimit } from "../../../server/http/timeLimit.ts";
import { join } from "node:path";
import { CliError, interruptedError } from "../../cli/errors.ts";
import { canonicalOf, parseElements } from "./html.ts";
import type { Answer, Site } from "./visit.ts";

async function answerOf(url: URL, response: Response): Promise<Answer> {
  const { redirected, status, headers } = response;
  return { url: new URL(response.url || url), redirected, status, headers, text: await response.text() };
}

/** Limits of the requests to a published site. */
export interface LiveOptions {
  /** Longest wait for one answer, in ms. */
  timeout: number;
  signal: AbortSignal;
}

/**
 * A published site. Redirects are followed; those of the landing page lead to the site's address.
 * @throws CliError `unreachable`, whose cause says whether its certificate is not trusted; `interrupted`.
 */
export async function liveSite(start: URL, { timeout, signal }: LiveOptions): Promise<Site> {
  const get = async (url: URL, headers: Record<string, string> = {}): Promise<Answer> => {
    try {
      return await answerOf(url, await fetch(url, { headers, signal: timeLimit(timeout, signal) }));
    } catch (cause) {
      if (signal.aborted) throw interruptedError();
      const why = cause instanceof Error ? rootOf(cause) : cause;
      // Node 24 and newer append advice about one of their own options, which no caller of the command can give.
      const message = messageOf(why).replace(/; if the root CA.*$/u, "");
      throw new CliError("unreachable", `${url.href} does not answer: ${message}`, { cause: why });
    }
  };
  const { url } = await get(start);
  return { address: new URL(".", url), live: true, get };
}

/** Used as the address of an export whose landing page names none. */
const unknownAddress = "https://site.invalid";

/**
 * An export in a folder, as the embedded stack would serve it.
 * @throws CliError `usage` with the hint when there is none.
 */
export async function folderSite(folder: string, hint: string): Promise<Site> {
  const app = await serveExport(folder).catch((cause: unknown) => {
    if (!(cause instanceof StackError)) throw cause;
    throw new CliError("usage", `There is no build in ${folder}.`, { cause, hint });
  });
  const get = async (url: URL, headers: Record<string, string> = {}) =>
    answerOf(url, await app.fetch(new Request(url, { headers })));
  const { base } = await readSiteHeaders(join(folder, "..", "headers.json"));
  const landing = await get(new URL(base, unknownAddress));
  const canonical = canonicalOf(parseElements(landing.text)) ?? "";
  const origin = URL.canParse(canonical) ? new URL(canonical).origin : unknownAddress;
  return { address: new URL(base, origin), live: false, get };
}
