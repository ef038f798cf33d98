import { http, passthrough } from "msw";
import type { FormsDependencies } from "../app.ts";
import { createBackend } from "../backend.ts";
import { createMemoryStore } from "../store/memory.ts";
import type { MemoryState } from "../store/store.ts";
import { mockCaptcha } from "./captcha.ts";
import { answerService } from "./service.ts";

/** A simulated network fault between browser and backend. */
export interface Fault {
  /** Pattern of the calls concerned, as `METHOD /path?query`. */
  on: RegExp;
  /** Delay before anything else happens, in ms. */
  delay?: number;
  /** The answer instead of the backend's; `lost` is a failed connection. Without it the backend answers, after the delay. */
  answer?: (() => Response) | "lost";
}

/** Options of the mocked backend; the captcha is the stand-in and the store in memory, unless a test has others. */
export interface MockBackendOptions extends Partial<
  Pick<FormsDependencies, "captcha" | "onError" | "placeFrom" | "rateLimit" | "store">
> {
  state: MemoryState;
  /** Address of the site: browsers may call from its origin only. */
  siteUrl: string;
  /** Called with a request that has no handler, which is a mistake to be shown; the caller gets a network error. */
  onUnhandled: (error: Error) => void;
  /** Faults to simulate, of which the first that matches counts; entries may be added while it runs. */
  faults?: readonly Fault[];
  /** How long each answer takes that no fault delays, in ms. */
  latency?: number;
}

/** Paths that the backend answers. */
const ours = /^\/(?:functions\/v1\/forms|rest\/v1|auth\/v1)\//u;

/**
 * The backend of the offline mode, behind one Web-standard `fetch` like the embedded stack: the real form routes and guards, on a store
 * in memory and a stand-in for the services. It accepts any public key.
 */
export function createMockBackend({
  state,
  siteUrl,
  onUnhandled,
  faults = [],
  latency = 0,
  placeFrom = 0,
  captcha = mockCaptcha,
  store = createMemoryStore(state),
  ...more
}: MockBackendOptions): { fetch(request: Request): Promise<Response> } {
  const unhandled = ({ method, url }: Request): Response => {
    const { pathname, search } = new URL(url);
    onUnhandled(new Error(`The mocked backend has no answer to ${method} ${pathname}${search}. See docs/offline.md.`));
    return Response.error();
  };
  const answer = async (request: Request) => (await answerService(request, state)) ?? unhandled(request);
  // The secret key is unknown here, as browsers never have it.
  const services = { fetch: answer, secretKey: crypto.randomUUID(), answerTime: 0 };
  const secret = "not-secret-as-it-protects-made-up-people";
  const backend = createBackend({ store, captcha, siteUrl, secret, placeFrom, services, ...more });
  return {
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const fault = faults.find(({ on }) => on.test(`${request.method} ${pathname}${search}`));
      const delay = fault?.delay ?? latency;
      if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
      if (fault?.answer) return fault.answer === "lost" ? Response.error() : fault.answer();
      if (!ours.test(pathname)) return unhandled(request);
      // This address is reserved for documentation (RFC 5737).
      return await backend.fetch(request, { clientAddress: "192.0.2.1" });
    },
  };
}

/** All paths that a Supabase project serves, whether the product uses them or not. */
const backendPath = /^\/(?:rest|auth|functions|storage|realtime|graphql)\/v1(?:\/|$)/u;

/**
 * The MSW handlers of a mocked backend, for the browser and `msw/node`. They answer on every origin, so that a configured project
 * is never reached by mistake; a test with several backends gives each its `origin`.
 */
export const createHandlers = ({ fetch }: ReturnType<typeof createMockBackend>, origin = "*") => [
  http.all(`${origin}/*`, async ({ request }) => {
    if (!backendPath.test(new URL(request.url).pathname)) return passthrough();
    // MSW passes one branch of a teed body; cancelling it, as for one that is too large, would wait for the other for ever.
    const { method, body } = request;
    return fetch(body ? new Request(request, { method, body: await request.arrayBuffer() }) : request);
  }),
];
