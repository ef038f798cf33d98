import type { Server } from "node:http";
import { type AddressInfo, createServer, type Server as NetServer } from "node:net";
import { codeOf, messageOf } from "../../lib/caught.ts";
import { StackError } from "../errors/stackError.ts";
import { listenUrl, otherLoopback } from "./listenUrl.ts";

/** Where a server listens. */
export interface Listening {
  bound: AddressInfo;
  /** What listens on the other loopback address and passes connections on. */
  beside: NetServer | undefined;
}

const listenOn = (server: NetServer, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve());
  });

/**
 * Makes a server listen. One that people call `localhost` listens on both addresses which that may mean, as a browser would
 * otherwise open whatever program has the other one; unless any free port will do, which nobody knows before.
 * @throws StackError if the port is in use or may not be opened.
 */
export async function listen(server: Server, port: number, host: string): Promise<Listening> {
  await listenOn(server, port, host).catch((cause: unknown) => {
    throw listenError(cause, port);
  });
  const address = server.address();
  const bound = typeof address === "object" && address !== null ? address : { address: host, port, family: "" };
  const other = port === 0 ? undefined : otherLoopback(host, bound.address);
  if (other === undefined) return { bound, beside: undefined };
  // As an HTTP server makes its connections.
  const beside = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit("connection", socket));
  try {
    await listenOn(beside, port, other);
    return { bound, beside };
  } catch (cause) {
    // A machine without IPv6, for example.
    if (codeOf(cause) !== "EADDRINUSE") return { bound, beside: undefined };
    server.close();
    throw new StackError(
      `Port ${port} is in use on ${other}, to which ${listenUrl(host, port)} may lead as well. Stop what runs there, or choose another: ${another(port)}`,
      { cause },
    );
  }
}

const another = (port: number): string => `PORT=${port < 65_535 ? port + 1 : port - 1} npm start`;

function listenError(cause: unknown, port: number): StackError {
  const code = codeOf(cause);
  if (code === "EADDRINUSE")
    return new StackError(`Port ${port} is in use. Stop what runs there, or choose another: ${another(port)}`, {
      cause,
    });
  if (code === "EACCES")
    return new StackError(
      `Port ${port} needs more rights than this user has. Choose one above 1023: PORT=4173 npm start`,
      { cause },
    );
  return new StackError(`Cannot listen on port ${port}: ${messageOf(cause)}`, { cause });
}
