import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import { timeLimit } from "../../../../server/http/timeLimit.ts";
import { interruptedError } from "../../../cli/errors.ts";
import { agentFor } from "../../../../server/http/withoutProxy.ts";
import { type Answer, NoAnswerError, type Site, type Validity } from "./site.ts";
import { codeOf, messageOf } from "../../../../server/errors/caught.ts";

const decoders: Record<string, (body: Uint8Array) => Promise<Uint8Array>> = {
  br: promisify(brotliDecompress),
  gzip: promisify(gunzip),
};

/** Most redirects that are followed from one address. */
export const mostRedirects = 5;

// Codes of OpenSSL's X509_verify_cert_error_string(3), and Node's own for a name that does not match.
const certificateError =
  /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|HOSTNAME_MISMATCH|ERR_TLS_CERT_ALTNAME_INVALID)/u;

const isCertificateError = (error: unknown): error is Error => certificateError.test(String(codeOf(error)));

/** Node 24 and newer append advice about one of their own options, which no caller of the command can give. */
const withoutAdvice = (message: string): string => message.replace(/; if the root CA.*$/u, "");

/** Limits of the requests to a published site. */
export interface LiveOptions {
  /** Longest wait for one answer, in ms. */
  timeout: number;
  signal: AbortSignal;
}

/** Of the certificate that a connection came with: one that goes on with an earlier session comes with none. */
function validityOf(socket: Socket): { validity?: Validity } {
  if (!(socket instanceof TLSSocket) || socket.isSessionReused()) return {};
  const { valid_from: from, valid_to: until } = socket.getPeerCertificate();
  return { validity: { from: Date.parse(from), until: Date.parse(until) } };
}

// Not fetch(): it decodes bodies and does not tell how many bytes were sent.
function send(
  url: URL,
  signal: AbortSignal,
  rejectUnauthorized: boolean,
  more: Record<string, string>,
): Promise<Answer> {
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    request(
      url,
      {
        signal,
        agent: agentFor(url.hostname),
        rejectUnauthorized,
        headers: { accept: "*/*", "accept-encoding": "br, gzip", "user-agent": "prelaunch-check", ...more },
      },
      (incoming) => {
        const chunks: Uint8Array[] = [];
        const validity = validityOf(incoming.socket);
        incoming.on("data", (chunk: Uint8Array) => chunks.push(chunk));
        incoming.on("error", reject);
        incoming.on("end", () => {
          const sent = Buffer.concat(chunks);
          const headers = new Headers(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
          const decode = decoders[headers.get("content-encoding") ?? ""] ?? (async (body: Uint8Array) => body);
          const answered = { url, status: incoming.statusCode ?? 0, headers, transferred: sent.length, redirects: 0 };
          decode(sent).then((body) => resolve({ ...answered, body, ...validity }), reject);
        });
      },
    )
      .on("error", reject)
      .end();
  });
}

/**
 * A published site. Redirects are followed; those of the landing page lead to the site's address. A certificate of its own that is
 * not trusted is noted and then ignored: nothing secret is sent. Another site's is not ignored.
 * @throws NoAnswerError
 */
export async function liveSite(start: URL, { timeout, signal }: LiveOptions): Promise<Site> {
  let distrust: string | undefined;
  /** Undefined while redirects may still lead to it. */
  let host: string | undefined;
  const validities = new Map<string, Validity>();
  const ask = async (url: URL, headers: Record<string, string>): Promise<Answer> => {
    const limit = timeLimit(timeout, signal);
    const own = host === undefined || host === url.host;
    try {
      return await send(url, limit, !own || distrust === undefined, headers).catch((cause: unknown) => {
        if (host !== undefined || distrust !== undefined || !isCertificateError(cause)) throw cause;
        distrust = withoutAdvice(cause.message);
        return send(url, limit, false, headers);
      });
    } catch (cause) {
      if (signal.aborted) throw interruptedError();
      throw new NoAnswerError(url, withoutAdvice(messageOf(cause)), cause);
    }
  };
  const get = async (url: URL, headers: Record<string, string> = {}, redirects = 0): Promise<Answer> => {
    const answer = await ask(url, headers);
    if (answer.validity) validities.set(url.host, answer.validity);
    const location = answer.headers.get("location");
    const moved = answer.status >= 300 && answer.status < 400 && location !== null && URL.canParse(location, url.href);
    return moved && redirects < mostRedirects
      ? get(new URL(location, url), headers, redirects + 1)
      : { ...answer, redirects };
  };
  const { url } = await get(start);
  host = url.host;
  const validity = validities.get(host);
  return {
    address: new URL(".", url),
    live: true,
    files: new Map(),
    get: (address, headers) => get(address, headers),
    ...(distrust === undefined ? {} : { distrust }),
    ...(validity && { validity }),
  };
}
