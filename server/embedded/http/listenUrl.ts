import type { AddressInfo } from "node:net";

/** Whether a server on this interface can be reached as `localhost`, which may mean 127.0.0.1 alone. */
const isLocal = (host: string): boolean => ["127.0.0.1", "localhost", "0.0.0.0", "::"].includes(host);

const withBrackets = (host: string): string => (host.includes(":") ? `[${host}]` : host);

/** The address of a server that listens on an interface and a port, as a person on this machine reaches it. */
export const listenUrl = (host: string, port: number): string =>
  `http://${isLocal(host) ? "localhost" : withBrackets(host)}:${port}`;

/**
 * The address that `localhost` may mean, too, where a server that listens on `host` is bound to one of 127.0.0.1 and ::1 only.
 * Which one a browser tries first is up to its system (RFC 6761 section 6.3).
 */
export const otherLoopback = (host: string, bound: string): string | undefined => {
  if (!isLocal(host) || bound === "::") return undefined;
  return bound === "::1" ? "127.0.0.1" : "::1";
};

/**
 * The same for programs, by the number that the server is bound to. As `localhost`, which may mean ::1 first or alone, a process
 * of another user who listens on the other one of 127.0.0.1 and ::1 would be sent the secret key.
 */
export const boundUrl = ({ address, port }: Pick<AddressInfo, "address" | "port">): string =>
  `http://${["0.0.0.0", "::"].includes(address) ? "127.0.0.1" : withBrackets(address)}:${port}`;
