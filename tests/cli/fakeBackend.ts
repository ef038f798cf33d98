import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listen } from "../support/listen.ts";

/** Handles a request: answers it, or returns false to pass it on. `pass` passes it on at once. */
export type Fault = (
  request: IncomingMessage,
  response: ServerResponse,
  nth: number,
  pass: () => Promise<void>,
) => boolean | Promise<boolean>;

/** A proxy in front of a real backend that fails as a test says. */
interface FakeBackend {
  origin: string;
  stop(): Promise<void>;
}

/** Starts a proxy in front of `target`; `fault` sees each request first. */
export async function fakeBackend(target: string, fault: Fault): Promise<FakeBackend> {
  let seen = 0;
  const server = createServer((request, response) => {
    const forward = () => pass(target, request, response);
    const nth = ++seen;
    void (async () => (await fault(request, response, nth, forward)) || forward())();
  });
  const port = await listen(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return body;
}

/**
 * Lets the backend carry out each call that may change something, but hangs up without an answer the first time
 * that it is made.
 */
export function eachAnswerLost(target: string): Fault {
  const made = new Set<string>();
  return async (request, response) => {
    if (request.method === "GET" || request.method === "HEAD") return false;
    const body = await bodyOf(request);
    const call = `${request.method} ${request.url} ${body}`;
    const answer = await askBackend(target, request, body);
    if (made.has(call)) await give(answer, response);
    else {
      await answer.arrayBuffer();
      response.destroy();
    }
    made.add(call);
    return true;
  };
}

/** Passes a request on and returns the backend's answer. */
export async function askBackend(target: string, request: IncomingMessage, read?: string): Promise<Response> {
  const body = read ?? (await bodyOf(request));
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === "string" && !["host", "connection", "content-length", "transfer-encoding"].includes(name))
      headers.set(name, value);
  return fetch(`${target}${request.url}`, {
    method: request.method ?? "GET",
    headers,
    ...(body === "" ? {} : { body }),
  });
}

const pass = async (target: string, request: IncomingMessage, response: ServerResponse): Promise<void> =>
  give(await askBackend(target, request), response);

async function give(answer: Response, response: ServerResponse): Promise<void> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  response.writeHead(
    answer.status,
    Object.fromEntries(
      [...answer.headers].filter(
        ([name]) => !["content-encoding", "transfer-encoding", "content-length", "connection"].includes(name),
      ),
    ),
  );
  response.end(bytes);
}
