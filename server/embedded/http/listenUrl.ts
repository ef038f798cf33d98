/** Whether a server on this interface can be reached as `localhost`, which may mean 127.0.0.1 alone. */
const isLocal = (host: string): boolean => ["127.0.0.1", "localhost", "0.0.0.0", "::"].includes(host);

/** The address of a server that listens on an interface and a port, as this machine reaches it. */
export const listenUrl = (host: string, port: number): string =>
  `http://${isLocal(host) ? "localhost" : host.includes(":") ? `[${host}]` : host}:${port}`;
