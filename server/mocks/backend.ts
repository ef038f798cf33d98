import { createBackend } from "../backend.ts";
import type { CaptchaProvider } from "../captcha/provider.ts";
import { formsBasePath } from "../contract/limits.ts";
import { defaultRateLimit, type RateLimit } from "../limits/rateLimit.ts";
import { createMemoryStore } from "../store/memory.ts";
import type { Store } from "../store/store.ts";
import { standInCaptcha } from "./captcha.ts";
import { type Fault, faultyStore, meetFault } from "./fault.ts";
import type { MockKeys } from "./services/apiKey.ts";
import { answerApplications } from "./services/applications.ts";
import { answerAuth } from "./services/auth.ts";
import { mailingStore } from "./services/formMails.ts";
import type { MockState } from "./services/state.ts";
import { UnhandledRequest } from "./services/unhandled.ts";

/** Keys of every mocked backend. They guard made-up people, so they are no secret. */
export const mockKeys: MockKeys = {
  secretKey: "sb_secret_mocked_backend_of_keelbook_0000",
  jwtSecret: "jwt-secret-of-the-mocked-backend-0000",
};

/** What the backend answers. */
const ours = [`${formsBasePath}/`, "/rest/v1/", "/auth/v1/"];

/** Where requests come from (RFC 5737: nobody's). */
const clientAddress = "192.0.2.1";

export interface MockBackendOptions {
  state: MockState;
  /** Where visitors reach the site; browsers may call from its origin alone, and links in mails lead there. */
  siteUrl: string;
  /** Told of a request that nothing here answers. The caller gets a network error. */
  onUnhandled: (error: UnhandledRequest) => void;
  /** Told after every request, when the state may have changed. */
  onChange?: () => void;
  /** Faults that happen; entries may be added while it runs. */
  faults?: readonly Fault[];
  keys?: MockKeys;
  /** Makes the captcha; the stand-in's when absent. */
  captcha?: (store: Store) => CaptchaProvider;
  rateLimit?: RateLimit;
}

/**
 * The backend of the offline mode, behind one Web-standard `fetch` like the embedded stack: the real form routes and the
 * embedded stack's guards, on a store and an auth service in memory.
 */
export function createMockBackend({
  state,
  siteUrl,
  onUnhandled,
  onChange,
  faults = [],
  keys = mockKeys,
  captcha = () => standInCaptcha,
  rateLimit = defaultRateLimit,
}: MockBackendOptions): { fetch(request: Request): Promise<Response> } {
  const lost = (error: unknown): Response => {
    if (!(error instanceof UnhandledRequest)) throw error;
    onUnhandled(error);
    return Response.error();
  };
  const service = (request: Request): Promise<Response> =>
    (new URL(request.url).pathname.startsWith("/rest/")
      ? answerApplications(request, state, keys)
      : answerAuth(request, { state, keys, siteUrl })
    ).catch(lost);

  const store = mailingStore(faultyStore(createMemoryStore(state), faults), { state, siteUrl, secret: keys.jwtSecret });
  const backend = createBackend({
    store,
    captcha: captcha(store),
    siteOrigins: [new URL(siteUrl).origin],
    secret: keys.jwtSecret,
    rateLimit,
    services: { fetch: service, secretKey: keys.secretKey, answerTime: 0 },
  });
  return {
    async fetch(request) {
      try {
        const { pathname } = new URL(request.url);
        const fault = await meetFault(request, faults);
        if (fault) return fault;
        if (!ours.some((path) => pathname.startsWith(path))) return lost(new UnhandledRequest(request));
        return await backend.fetch(request, { clientAddress });
      } finally {
        onChange?.();
      }
    },
  };
}
