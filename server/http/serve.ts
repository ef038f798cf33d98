import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { codeOf, messageOf } from "../lib/caught.ts";
import { forwardedAddress } from "./clientAddress.ts";
import { StackError } from "../embedded/errors/stackError.ts";
import { boundUrl, listenUrl } from "../lib/loopback.ts";

/** A Web-standard handler, which also gets the visitor's address if it is known reliably. */
export type Handler = (request: Request, clientAddress: string | undefined) => Response | Promise<Response>;

/** An HTTP server, by default on the loopback interface. */
export interface HttpServer {
  port: number;
  /** Its address on this machine, for a person. */
  url: string;
  /** The same for a program, by its number. */
  boundUrl: string;
  /**
   * Goes on answering, with `Connection: close`, until 100 ms have brought no new connection, or for a second
   * at most: closing loses the connections that the kernel has accepted and we have not. Call it before `close`
   * where visitors may still come.
   */
  letLastArrive(): Promise<void>;
  /** Answers the accepted requests, then closes; safe to call twice. */
  close(): Promise<void>;
}

/** Where a server listens, and what is in front of it. */
interface ServeOptions {
  /** 0 takes any free port. */
  port: number;
  /** Address of the interface to listen on. */
  host: string;
  /** Number of the operator's reverse proxies in front, each of which appends to `X-Forwarded-For`; by default 0. */
  proxies?: number;
  /**
   * Called once, when a proxy seems to be in front although there should be none: the proxy's visitors would
   * all count as one.
   */
  onUnexpectedProxy?: (() => void) | undefined;
}

/**
 * How long a connection of a proxy may be idle, in ms: longer than Caddy keeps one (two minutes) and other proxies, which may
 * send a form into a connection at the moment we close it, and then answer 502 as they may not repeat a POST.
 */
const proxyIdle = 125_000;

/** Longest wait for the last answers, in ms. */
const longestClose = 10_000;

/** How long no connection has to arrive before a stop, and the longest wait for that, in ms. */
const quiet = 100;
const longestArrival = 1_000;
/** Most connections that the kernel keeps until we accept them, as Node asks it to. */
const backlog = 511;

/**
 * Listens and passes every request to `handler`.
 * @throws StackError if the port is in use or may not be opened.
 */
export async function serve(
  handler: Handler,
  { port, host, proxies = 0, onUnexpectedProxy }: ServeOptions,
): Promise<HttpServer> {
  let unexpected = onUnexpectedProxy;
  // The adapter must not replace Request and Response: in tests MSW, in the same process, recognises network
  // errors by the original classes.
  const listener = getRequestListener(
    (request, { incoming }) => {
      const forwarded = request.headers.get("x-forwarded-for");
      if (proxies === 0 && forwarded !== null) {
        unexpected?.();
        unexpected = undefined;
      }
      return handler(request, proxies === 0 ? incoming.socket.remoteAddress : forwardedAddress(forwarded, proxies));
    },
    // HTTP/1.0 allows requests without a host, such as a load balancer's health checks; they get this one.
    { overrideGlobalObjects: false, hostname: "localhost" },
  );
  const mayWait = limitWaiting();
  let arrived = 0;
  let lastOnes = false;
  const server = createServer((incoming, outgoing) => {
    if (lastOnes) outgoing.shouldKeepAlive = false;
    if (mayWait(incoming, outgoing)) void listener(incoming, outgoing);
  });
  // There is no limit except the 16 KiB of all headers: Node would drop those after the first 1,000, such as a
  // proxy's at the end of a visitor's.
  server.maxHeadersCount = 0;
  if (proxies > 0) server.keepAliveTimeout = proxyIdle;
  // The address is read at once, because that of a connection that its client has reset is unknown from then
  // on. A request without one is not answered: clients of unknown address share a wider limit, which nobody may
  // choose (docs/decisions/0071).
  if (proxies === 0)
    server.on("connection", (socket) => {
      if (socket.remoteAddress === undefined) socket.destroy();
    });
  server.on("connection", () => (arrived += 1));
  const letLastArrive = async () => {
    lastOnes = true;
    const end = performance.now() + longestArrival;
    let before: number;
    do {
      before = arrived;
      await sleep(quiet);
      // A busy process is late for its timers. Connections that arrived meanwhile are accepted before this, one
      // in each turn.
      for (let last = -1, turn = 0; last !== arrived && turn < backlog; turn += 1) {
        last = arrived;
        await nextTurn();
      }
    } while (arrived !== before && performance.now() < end);
  };
  await listen(server, port, host);
  const address = server.address();
  const bound = typeof address === "object" && address !== null ? address : { address: host, port };
  let closing: Promise<void> | undefined;
  return {
    port: bound.port,
    url: listenUrl(host, bound.port),
    boundUrl: boundUrl(bound.address, bound.port),
    letLastArrive,
    close: () => (closing ??= close(server)),
  };
}

/** Answers the accepted requests, and closes connections as soon as they are idle. */
async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  const letGo = setInterval(() => server.closeIdleConnections(), 50);
  const end = setTimeout(() => server.closeAllConnections(), longestClose);
  await closed;
  clearInterval(letGo);
  clearTimeout(end);
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause) => reject(listenError(cause, port)));
    server.listen(port, host, () => resolve());
  });
}

function listenError(cause: Error, port: number): StackError {
  const code = codeOf(cause);
  if (code === "EADDRINUSE")
    return new StackError(
      `Port ${port} is in use. Stop what runs there, or choose another: PORT=${port < 65_535 ? port + 1 : port - 1} npm start`,
      { cause },
    );
  if (code === "EACCES")
    return new StackError(
      `Port ${port} needs more rights than this user has. Choose one above 1023: PORT=4173 npm start`,
      { cause },
    );
  return new StackError(`Cannot listen on port ${port}: ${messageOf(cause)}`, { cause });
}

/** Most requests of one connection that wait for their answers; browsers and proxies send one at a time. */
const mostWaiting = 10;

/**
 * Returns a function that says whether a request may be answered, and otherwise ends its connection. Node begins all requests that
 * arrive together at once, some 2,000 in one piece of data, and keeps their answers until the client has read those before: from
 * one connection, 20,000 requests for the page took 2 GB of memory.
 */
function limitWaiting(): (incoming: IncomingMessage, outgoing: ServerResponse) => boolean {
  const waiting = new WeakMap<Socket, number>();
  return ({ socket }, outgoing) => {
    const before = waiting.get(socket) ?? 0;
    if (before >= mostWaiting) socket.destroy();
    if (socket.destroyed) return false;
    waiting.set(socket, before + 1);
    outgoing.once("close", () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    return true;
  };
}
