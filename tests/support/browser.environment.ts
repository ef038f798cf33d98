import { threadId } from "node:worker_threads";
import { builtinEnvironments } from "vitest/runtime";
import type { Environment } from "vitest/environments";

/** What stays Node's own: MSW intercepts Node's requests, and knows Node's classes only. */
const kept = ["fetch", "Response", "Headers", "AbortController", "AbortSignal"] as const;

/** A request of a page, whose address may be relative to the page's. */
class PageRequest extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === "string" ? new URL(input, globalThis.location.href) : input, init);
  }
}

/** A channel between pages of one browser: Node's reaches all threads of the process, so the pages of other test files. */
class PageChannel extends BroadcastChannel {
  constructor(name: string) {
    super(`${threadId}/${name}`);
  }
}

/** A document to render into, on the network of Node. */
export default {
  name: "happy-dom on Node's network",
  viteEnvironment: "client",
  async setup(global, options) {
    const own = Object.fromEntries(kept.map((name) => [name, globalThis[name]]));
    // Node's own, from 25 on, would stay in place: one for all that runs, and undefined without a file.
    for (const name of ["localStorage", "sessionStorage"]) Reflect.deleteProperty(global, name);
    const environment = await builtinEnvironments["happy-dom"].setup(global, options);
    Object.assign(global, own, { Request: PageRequest, BroadcastChannel: PageChannel });
    // happy-dom announces what replaceState writes, a task late; browsers announce navigations only (HTML, 7.4.4).
    global.addEventListener("hashchange", (event: Event) => {
      if (event instanceof global.HashChangeEvent) event.stopImmediatePropagation();
    });
    return environment;
  },
} satisfies Environment;
