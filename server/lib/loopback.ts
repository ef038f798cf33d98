/** Whether a host is this machine: a URL's `hostname`, or the address of a network interface. */
export const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|::1)$/u.test(host);

type Env = Record<string, string | undefined>;

/** This machine, in the form of `NO_PROXY`. */
const here = ["localhost", "127.0.0.1", "::1", "[::1]"];

function exempt(env: Env, hosts: readonly string[]): void {
  const name = env.no_proxy === undefined ? "NO_PROXY" : "no_proxy";
  const listed = env[name] ?? "";
  // Alone, the star means all hosts; among others it means none.
  if (listed === "*") return;
  const known = listed.split(",");
  env[name] = [...(listed === "" ? [] : [listed]), ...hosts.filter((host) => !known.includes(host))].join(",");
}

/**
 * Keeps `fetch` from sending requests to this machine through a proxy. From Node 22.21 on, `NODE_USE_ENV_PROXY`
 * makes it use that of `HTTP_PROXY` for localhost, too: the proxy would see the secret key and everybody's
 * rows, and seldom reaches the stack.
 */
export const exemptLoopback = (env: Env): void => exempt(env, here);

/** Does the same for a stack that is bound to another address of this machine, since `NO_PROXY` cannot name a range of them. */
export const exemptStack = (env: Env, url: string): void => exempt(env, [new URL(url).hostname]);

/** Whether a server on this interface can be reached as `localhost`. */
const isLocal = (host: string): boolean => ["127.0.0.1", "localhost", "0.0.0.0", "::"].includes(host);

const withBrackets = (host: string): string => (host.includes(":") ? `[${host}]` : host);

/** The address of a server that listens on an interface and a port, as a person on this machine reaches it. */
export const listenUrl = (host: string, port: number): string =>
  `http://${isLocal(host) ? "localhost" : withBrackets(host)}:${port}`;

/**
 * The same address for programs, by the number that the server is bound to. `localhost` may mean ::1 first or
 * alone: a process of another user who listens on the other one of 127.0.0.1 and ::1 would be sent the secret
 * key.
 */
export const boundUrl = (address: string, port: number): string =>
  `http://${["0.0.0.0", "::"].includes(address) ? "127.0.0.1" : withBrackets(address)}:${port}`;
