/** Whether a server on this interface can be reached as `localhost`. */
const isLocal = (host: string): boolean => ["127.0.0.1", "localhost", "0.0.0.0", "::"].includes(host);

const withBrackets = (host: string): string => (host.includes(":") ? `[${host}]` : host);

/** The address of a server that listens on an interface and a port, as a person on this machine reaches it. */
export const listenUrl = (host: string, port: number): string =>
  `http://${isLocal(host) ? "localhost" : withBrackets(host)}:${port}`;

/**
 * The same for programs, by the number that the server is bound to. As `localhost`, which may mean ::1 first or alone, a process
 * of another user who listens on the other one of 127.0.0.1 and ::1 would be sent the secret key.
 */
export const boundUrl = (address: string, port: number): string =>
  `http://${["0.0.0.0", "::"].includes(address) ? "127.0.0.1" : withBrackets(address)}:${port}`;
