/** Whether a host is this machine: a URL's `hostname`, or the address of a network interface. */
export const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|::1)$/u.test(host);

type Env = Record<string, string | undefined>;

/** This machine, in the form of `NO_PROXY`. */
const here = ["localhost", "127.0.0.1", "::1", "[::1]"];

function exempt(env: Env, hosts: readonly string[]): void {
  const name = env.no_proxy === undefined ? "NO_PROXY" : "no_proxy";
  const listed = env[name] ?? "";
  // Alone it means all hosts, among others it means none.
  if (listed === "*") return;
  const known = listed.split(",");
  env[name] = [...(listed === "" ? [] : [listed]), ...hosts.filter((host) => !known.includes(host))].join(",");
}

/**
 * Keeps `fetch` from sending what is for this machine by a proxy. From Node 22.21 on, `NODE_USE_ENV_PROXY` makes it use that of
 * `HTTP_PROXY` for localhost, too: the proxy would see the secret key and everybody's rows, and seldom reaches the stack.
 */
export const exemptLoopback = (env: Env): void => exempt(env, here);

/** The same for a stack on this machine that is bound to another of its addresses, of which `NO_PROXY` can name no range. */
export const exemptStack = (env: Env, url: string): void => exempt(env, [new URL(url).hostname]);

/** The same for `node:http`, which reads `NO_PROXY` when it is loaded: the agent for a host, `false` for one without a proxy. */
export const agentFor = (hostname: string): false | undefined => (isLoopback(hostname) ? false : undefined);
