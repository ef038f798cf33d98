import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Most requests of one connection that wait for their answers; browsers and proxies send one at a time. */
const mostWaiting = 10;

/**
 * Returns a function that says whether a request may be answered, and otherwise ends its connection. Node begins all requests that
 * arrive together at once, some 2,000 in one piece of data, and keeps their answers until the client has read those before: from
 * one connection, 20,000 requests for the page took 2 GB of memory.
 */
export function limitWaiting(): (incoming: IncomingMessage, outgoing: ServerResponse) => boolean {
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
