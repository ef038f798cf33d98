import type { Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";

/** How long a stopping server waits, in ms. */
const waits = {
  /** At most, for connections that the kernel has accepted but we have not. */
  queue: 2000,
  /** For the next request of a connection that has been answered before. */
  idle: 100,
  /** For the first request of a connection. */
  firstRequest: 1000,
  /** For answers to be sent. */
  answers: 10_000,
};

/**
 * Number of turns of the event loop without a new connection after which the kernel's queue counts as empty; each turn accepts
 * the waiting connections.
 */
const quietTurns = 3;

interface Connection {
  /** Answers that have not been sent completely. */
  open: Set<ServerResponse>;
  answered: boolean;
}

/**
 * Watches the connections of a server and returns a function that stops it after answering every connection that the kernel has
 * accepted by then. Node's own `close` would reset those whose request has not been read yet.
 * @returns the function; its argument passes connections on to the server, too, and is stopped with it
 */
export function watchConnections(server: Server): (beside: NetServer | undefined) => Promise<void> {
  const connections = new Map<Socket, Connection>();
  let quiet = 0;
  let stopping = false;

  server.on("connection", (socket: Socket) => {
    quiet = 0;
    connections.set(socket, { open: new Set(), answered: false });
    socket.once("close", () => connections.delete(socket));
  });
  server.prependListener("request", ({ socket }, response) => {
    const connection = connections.get(socket);
    connection?.open.add(response);
    if (stopping) response.setHeader("connection", "close");
    response.once("close", () => {
      connection?.open.delete(response);
      if (connection) connection.answered = true;
    });
  });

  return async (beside) => {
    stopping = true;
    for (const { open } of connections.values())
      for (const response of open) if (!response.headersSent) response.setHeader("connection", "close");
    const began = performance.now();
    const past = () => performance.now() - began;
    // Closing the listening socket would reset connections in the kernel's queue, so they are accepted first. Turns are
    // counted instead of time, because on a busy machine a quarter of a second may pass between two.
    for (quiet = 0; quiet < quietTurns && past() < waits.queue; quiet++) await nextTurn();
    const over = new AbortController();
    const closed = [server, beside].map(
      (one) => one && new Promise<void>((resolve) => NetServer.prototype.close.call(one, () => resolve())),
    );
    void Promise.all(closed).then(() => over.abort());
    while (!over.signal.aborted) {
      await sleep(20);
      // Requests that have arrived meanwhile are read before a connection counts as idle.
      await nextTurn();
      for (const [socket, { open, answered }] of connections) {
        const patience = open.size > 0 ? waits.answers : answered ? waits.idle : waits.firstRequest;
        if (past() > patience) socket.destroySoon();
        if (past() > waits.answers) socket.destroy();
      }
    }
  };
}
