import { createServer, type ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { forwardedAddress } from "../../lib/clientAddress.ts";
import { watchConnections } from "./drain.ts";
import { listen } from "./listen.ts";
import { boundUrl, listenUrl } from "./listenUrl.ts";
import { limitWaiting } from "./limitWaiting.ts";

/** A Web-standard handler, which also gets the visitor's address if it is known reliably. */
export type Handler = (request: Request, clientAddress: string | undefined) => Response | Promise<Response>;

/** An HTTP server, by default on the loopback interface. */
export interface HttpServer {
  port: number;
  /** Its address on this machine, for a person. */
  url: string;
  /** The same for a program, by its number. */
  boundUrl: string;
  /** Answers the accepted requests, then closes; safe to call twice. */
  close(): Promise<void>;
}

/** Where a server listens, and what is in front of it. */
export interface ServeOptions {
  /** 0 takes any free port. */
  port: number;
  /** Address of the interface to listen on. */
  host: string;
  /** Number of the operator's reverse proxies in front, each of which appends to `X-Forwarded-For`; by default 0. */
  proxies?: number;
}

/**
 * How long a connection of a proxy may be idle, in ms: longer than Caddy keeps one (two minutes) and other proxies, which may
 * send a form into a connection at the moment we close it, and then answer 502 as they may not repeat a POST.
 */
const proxyIdle = 125_000;

/**
 * Listens and passes every request to `handler`.
 * @throws StackError if the port is in use or may not be opened.
 */
export async function serve(handler: Handler, { port, host, proxies = 0 }: ServeOptions): Promise<HttpServer> {
  // Not the adapter's own Request and Response: in tests MSW, in the same process, recognises network errors by the original classes.
  const listener = getRequestListener(
    (request, { incoming }) => {
      const forwarded = request.headers.get("x-forwarded-for");
      return handler(request, proxies === 0 ? incoming.socket.remoteAddress : forwardedAddress(forwarded, proxies));
    },
    // A host for the requests that HTTP/1.0 allows to have none, such as a load balancer's health checks.
    { overrideGlobalObjects: false, hostname: "localhost" },
  );
  const mayWait = limitWaiting();
  const server = createServer((incoming, outgoing) => {
    if (!mayWait(incoming, outgoing)) return;
    if (countHosts(incoming.rawHeaders) > 1) refuse(outgoing);
    else void listener(incoming, outgoing);
  });
  // No limit but the 16 KiB of all headers: Node drops those after the first 1,000, such as a proxy's at the end of a visitor's.
  server.maxHeadersCount = 0;
  if (proxies > 0) server.keepAliveTimeout = proxyIdle;
  const drain = watchConnections(server);
  // The address is asked for at once, as that of a connection that its client has reset is unknown from then on. Without one nobody
  // is answered: clients of unknown address share a wider limit, which nobody may choose (docs/decisions/0071).
  if (proxies === 0)
    server.on("connection", (socket) => {
      if (socket.remoteAddress === undefined) socket.destroy();
    });
  const { bound, beside } = await listen(server, port, host);
  return {
    port: bound.port,
    url: listenUrl(host, bound.port),
    boundUrl: boundUrl(bound),
    close: () => drain(beside),
  };
}

/** Number of `Host` headers in a list of alternating names and values. */
const countHosts = (rawHeaders: readonly string[]): number =>
  rawHeaders.filter((text, n) => n % 2 === 0 && text.toLowerCase() === "host").length;

/** Refuses two `Host` headers (RFC 9112 section 3.2), as a proxy in front might have used the other one. */
function refuse(outgoing: ServerResponse): void {
  outgoing.writeHead(400, { connection: "close", "cache-control": "no-store", "content-type": "text/plain" });
  outgoing.end("One Host header, please.\n");
}
