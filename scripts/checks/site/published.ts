import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import { connect } from "node:tls";
import { messageOf, rootOf } from "../../../server/lib/caught.ts";
import { readSiteHeaders, type SiteHeaders } from "../../../server/http/siteHeaders.ts";
import { timeLimit } from "../../../server/lib/time.ts";
import { filesBelow } from "../../build/exportFiles.ts";
import { CliError, interruptedError } from "../../data/errors.ts";
import type { ServiceAnswer } from "../services.ts";

/** A host's answer, after redirects. */
export interface Answer extends ServiceAnswer {
  url: URL;
  redirected: boolean;
}

/**
 * Requests an address; what is sent besides the usual is in `headers`. Redirects are followed.
 * @throws CliError `unreachable` where nothing answers, whose cause says whether the certificate is not trusted;
 *   `interrupted`.
 */
export type Get = (url: URL, headers?: Record<string, string>) => Promise<Answer>;

/** The export that `npm run build` made here. */
export interface Build {
  headers: SiteHeaders;
  page: string;
  /** The text of all scripts in the export. */
  scripts: string;
}

/** A published site as a stranger sees it. */
export interface Published {
  get: Get;
  /** Address of the landing page; ends with a slash. */
  address: URL;
  landing: Answer;
  /** The answer at an address that no export has. */
  notFound: Answer;
  /** When the certificate of the address ends; undefined where it cannot be seen, as behind a proxy. */
  certificateEnds: Date | undefined;
  /** The local export with this landing page; undefined when another one is published, or there is no export here. */
  build: Build | undefined;
}

/** Requests from the network, with a time limit in ms for each answer. */
export const getter =
  (timeout: number, signal: AbortSignal): Get =>
  async (url, headers = {}) => {
    try {
      const response = await fetch(url, { headers, signal: timeLimit(timeout, signal) });
      const { redirected, status, headers: sent } = response;
      return { url: new URL(response.url), redirected, status, headers: sent, text: await response.text() };
    } catch (cause) {
      if (signal.aborted) throw interruptedError();
      const why = cause instanceof Error ? rootOf(cause) : cause;
      // Node 24 and newer append advice about an option of Node, which users of this command cannot set.
      const message = messageOf(why).replace(/; if the root CA.*$/u, "");
      throw new CliError("unreachable", `${url.href} does not answer: ${message}`, { cause: why });
    }
  };

/** Finds out when the certificate of an address ends. It does not judge whether the certificate is trusted. */
export type CertificateEnd = (address: URL) => Promise<Date | undefined>;

/** Asks the host itself for its certificate, with a time limit in ms. */
export const certificateEnd =
  (timeout: number, signal: AbortSignal): CertificateEnd =>
  ({ protocol, hostname, port }) =>
    new Promise((resolve) => {
      if (protocol !== "https:") return resolve(undefined);
      const host = hostname.replaceAll(/[[\]]/gu, "");
      const name = isIP(host) ? {} : { servername: host };
      const socket = connect({ host, port: Number(port || 443), rejectUnauthorized: false, timeout, ...name });
      const done = (end?: number) => {
        signal.removeEventListener("abort", give);
        socket.destroy();
        resolve(end === undefined || Number.isNaN(end) ? undefined : new Date(end));
      };
      socket.once("secureConnect", () => done(Date.parse(socket.getPeerCertificate().valid_to)));
      const give = () => done();
      socket.once("timeout", give);
      socket.once("error", give);
      signal.addEventListener("abort", give);
    });

/** Reads an export in a folder; undefined where it is not complete. */
export async function readBuild(out: string): Promise<Build | undefined> {
  try {
    const site = join(out, "client");
    const read = (file: string) => readFile(join(site, file), "utf8");
    const scripts = (await filesBelow(site)).filter((file) => file.endsWith(".js"));
    return {
      headers: await readSiteHeaders(join(out, "headers.json")),
      page: await read("index.html"),
      scripts: (await Promise.all(scripts.map(read))).join("\n"),
    };
  } catch {
    return undefined;
  }
}

/**
 * Requests the landing page, whose redirects lead to the site's address, and a page that does not exist.
 * @throws CliError as {@link Get}.
 */
export async function openPublished(
  start: URL,
  get: Get,
  endOf: CertificateEnd,
  build: Build | undefined,
): Promise<Published> {
  const landing = await get(start);
  const address = new URL(".", landing.url);
  const notFound = await get(new URL("no-such-page/here", address));
  const certificateEnds = await endOf(address);
  const isBuild = build?.page === landing.text;
  return { get, address, landing, notFound, certificateEnds, build: isBuild ? build : undefined };
}
