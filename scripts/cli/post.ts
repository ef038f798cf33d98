import { request as requestPlain, type IncomingMessage } from "node:http";
import { request as requestTls } from "node:https";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Retrying } from "./http.ts";

const unzip = promisify(gunzip);

/** An answer whose body has been read. */
export interface Posted {
  status: number;
  headers: Headers;
  body: Buffer;
}

/** Posts a text; follows no redirect. */
export type Post = (url: string, headers: Record<string, string>, text: string) => Promise<Posted>;

/** The agent of `node:http` that requests use: `false` for one without the environment's proxy. */
type Agent = false | undefined;

/**
 * Posts through `node:http`, and tries again where that helps: `fetch` and its `Response` take four times the processor time
 * to read a large answer.
 */
export const retryingPost =
  (retrying: Retrying, agent?: Agent): Post =>
  (url, headers, text) =>
    retrying(async (signal) => {
      try {
        return await read(await send(url, { "accept-encoding": "gzip", ...headers }, text, signal, agent));
      } catch (error) {
        throw signal.aborted ? signal.reason : error;
      }
    });

const send = (
  url: string,
  headers: Record<string, string>,
  text: string,
  signal: AbortSignal,
  agent: Agent,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const open = url.startsWith("https:") ? requestTls : requestPlain;
    open(url, { method: "POST", headers, signal, agent }, resolve).on("error", reject).end(text);
  });

async function read(answer: IncomingMessage): Promise<Posted> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) if (typeof value === "string") headers.set(name, value);
  const zipped = headers.get("content-encoding") === "gzip";
  return { status: answer.statusCode ?? 0, headers, body: zipped ? await unzip(body) : body };
}
