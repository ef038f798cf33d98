import { isLoopback } from "./loopback.ts";

/** This machine, in the form of `NO_PROXY`. */
const here = ["localhost", "127.0.0.1", "::1", "[::1]"];

/**
 * Keeps `fetch` from sending what is for this machine by a proxy. From Node 22.21 on, `NODE_USE_ENV_PROXY` makes it use that of
 * `HTTP_PROXY` for localhost, too: the proxy would see the secret key and everybody's rows, and seldom reaches the stack.
 */
export function exemptLoopback(env: Record<string, string | undefined>): void {
  const name = env.no_proxy === undefined ? "NO_PROXY" : "no_proxy";
  const listed = env[name] ?? "";
  // Alone it means all hosts, among others it means none.
  if (listed !== "*") env[name] = [...(listed === "" ? [] : [listed]), ...here].join(",");
}

/** The same for `node:http`, which reads `NO_PROXY` when it is loaded: the agent for a host, `false` for one without a proxy. */
export const agentFor = (hostname: string): false | undefined => (isLoopback(hostname) ? false : undefined);
