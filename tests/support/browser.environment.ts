import { threadId } from "node:worker_threads";
import { builtinEnvironments } from "vitest/runtime";
import type { Environment } from "vitest/environments";

/** Globals that stay Node's: MSW intercepts Node's requests, and only knows Node's classes. */
const kept = ["fetch", "Response", "Headers", "AbortController", "AbortSignal"] as const;

/** A request of a page; its address may be relative to the page's. */
class PageRequest extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === "string" ? new URL(input, globalThis.location.href) : input, init);
  }
}

/**
 * A channel between the pages of one browser. Node's would reach all threads of the process, and so the pages
 * of other test files.
 */
class PageChannel extends BroadcastChannel {
  constructor(name: string) {
    super(`${threadId}/${name}`);
  }
}

/** A document to render into, with Node's network. */
export default {
  name: "happy-dom on Node's network",
  viteEnvironment: "client",
  async setup(global, options) {
    const own = Object.fromEntries(kept.map((name) => [name, globalThis[name]]));
    // From version 25 on, Node has a `localStorage`; it would stay in place, shared by everything that runs,
    // and undefined without a file.
    for (const name of ["localStorage", "sessionStorage"]) Reflect.deleteProperty(global, name);
    const environment = await builtinEnvironments["happy-dom"].setup(global, options);
    Object.assign(global, own, { Request: PageRequest, BroadcastChannel: PageChannel });
    // happy-dom announces replaceState's writes one task later; browsers only announce navigations (HTML, 7.4.4).
    global.addEventListener("hashchange", (event: Event) => {
      if (event instanceof global.HashChangeEvent) event.stopImmediatePropagation();
    });
    return environment;
  },
} satisfies Environment;
