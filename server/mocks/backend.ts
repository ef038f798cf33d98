import { createBackend } from "../backend.ts";
import type { CaptchaProvider } from "../captcha/provider.ts";
import { defaultRateLimit, type RateLimit } from "../limits/rateLimit.ts";
import { createMemoryStore } from "../store/memory.ts";
import type { Store } from "../store/store.ts";
import { standInCaptcha } from "./captcha.ts";
import { type Fault, meetFault } from "./fault.ts";
import { mockSecret } from "./services/accounts.ts";
import { answerApplications } from "./services/applications.ts";
import { answerAuth } from "./services/auth.ts";
import { mailingStore } from "./services/formMails.ts";
import type { MockState } from "./services/state.ts";

/** Paths that the backend answers. */
const ours = /^\/(?:functions\/v1\/forms|rest\/v1|auth\/v1)\//u;

/** Options of the mocked backend. */
export interface MockBackendOptions {
  state: MockState;
  /** Address of the site: browsers may call from its origin only, and mails link to it. */
  siteUrl: string;
  /** Called with a request that has no handler, which is a mistake to be shown; the caller gets a network error. */
  onUnhandled: (error: Error) => void;
  /** Called after every request, as it may have changed the state. */
  onChange?: () => void;
  /** Faults to simulate; entries may be added while it runs. */
  faults?: readonly Fault[];
  /** By default the stand-in. */
  captcha?: CaptchaProvider;
  rateLimit?: RateLimit;
  /** By default an in-memory store on the state. */
  store?: Store;
}

/**
 * The backend of the offline mode, behind one Web-standard `fetch` like the embedded stack: the real form routes and the embedded
 * stack's guards, on an in-memory store and auth service. It stands in for whichever project the page is built for, and accepts
 * any public key.
 */
export function createMockBackend({
  state,
  siteUrl,
  onUnhandled,
  onChange,
  faults = [],
  captcha = standInCaptcha,
  rateLimit = defaultRateLimit,
  store = createMemoryStore(state),
}: MockBackendOptions): { fetch(request: Request): Promise<Response> } {
  const unhandled = ({ method, url }: Request): Response => {
    const { pathname, search } = new URL(url);
    onUnhandled(new Error(`The mocked backend has no answer to ${method} ${pathname}${search}. See docs/offline.md.`));
    return Response.error();
  };
  const service = async (request: Request): Promise<Response> => {
    if (!request.headers.get("apikey")) return missingKey();
    const isRest = new URL(request.url).pathname.startsWith("/rest/");
    const answer = isRest ? answerApplications(request, state) : answerAuth({ request, state, siteUrl });
    return (await answer) ?? unhandled(request);
  };

  const backend = createBackend({
    store: mailingStore(store, state, siteUrl),
    captcha,
    siteUrl,
    secret: mockSecret,
    rateLimit,
    // Nobody has the secret key, as browsers never do.
    services: { fetch: service, secretKey: crypto.randomUUID(), answerTime: 0 },
  });
  return {
    async fetch(request) {
      try {
        const fault = await meetFault(request, faults);
        if (fault) return fault;
        if (!ours.test(new URL(request.url).pathname)) return unhandled(request);
        // An address reserved for documentation (RFC 5737).
        return await backend.fetch(request, { clientAddress: "192.0.2.1" });
      } finally {
        onChange?.();
      }
    },
  };
}

const missingKey = () =>
  Response.json(
    { message: "No API key found in request", hint: "No `apikey` request header or url param was found." },
    { status: 401, headers: { "sb-error-code": "UNAUTHORIZED_MISSING_API_KEY" } },
  );
