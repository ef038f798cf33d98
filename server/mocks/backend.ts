import { createBackend } from "../backend.ts";
import type { CaptchaProvider } from "../captcha/provider.ts";
import { formsBasePath } from "../contract/limits.ts";
import { defaultRateLimit, type RateLimit } from "../guards/rateLimit.ts";
import { createServiceClient, type HostOptions, type Supabase } from "../supabase/client.ts";
import type { MockKeys } from "./apiKey.ts";
import { answerAuth } from "./auth/auth.ts";
import { createStandInCaptcha } from "./captcha.ts";
import { type Fault, isLost, meetFault } from "./fault.ts";
import { answerRest } from "./rest/rest.ts";
import type { MockState } from "./state.ts";
import { UnhandledRequest } from "./unhandled.ts";

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
  /** Stands in for the stand-in. */
  captcha?: (supabase: Supabase) => CaptchaProvider;
  rateLimit?: RateLimit;
  /** What supabase-js needs on Node 20. */
  realtime?: HostOptions["realtime"];
}

/**
 * The backend of the offline mode, behind one Web-standard `fetch` like the embedded stack: the real form routes and the
 * embedded stack's limits, on a store and an auth service in memory. Every call of the form routes to the store is a
 * request too, so that a fault can meet it.
 */
export function createMockBackend(options: MockBackendOptions): { fetch(request: Request): Promise<Response> } {
  const {
    state,
    siteUrl,
    onUnhandled,
    onChange,
    faults = [],
    keys = mockKeys,
    captcha = createStandInCaptcha,
    rateLimit = defaultRateLimit,
    realtime,
  } = options;
  const origin = new URL(siteUrl).origin;

  const lost = (error: unknown): Response => {
    if (!(error instanceof UnhandledRequest)) throw error;
    onUnhandled(error);
    return Response.error();
  };
  const service = async (request: Request): Promise<Response> =>
    (new URL(request.url).pathname.startsWith("/rest/")
      ? answerRest(request, state, keys)
      : answerAuth(request, { state, keys, siteUrl })
    ).catch(lost);

  const answer = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (!ours.some((path) => pathname.startsWith(path))) return lost(new UnhandledRequest(request));
    return backend.fetch(request, { clientAddress });
  };

  const handle = async (request: Request): Promise<Response> => {
    try {
      return (await meetFault(request, faults)) ?? (await answer(request));
    } finally {
      onChange?.();
    }
  };

  const supabase = createServiceClient(origin, keys.secretKey, {
    ...(realtime ? { realtime } : {}),
    async fetch(input, init) {
      const response = await handle(new Request(input, init));
      if (isLost(response)) throw new TypeError("Failed to fetch");
      return response;
    },
  });
  const backend = createBackend({
    supabase,
    captcha: captcha(supabase),
    siteOrigins: [origin],
    secret: keys.jwtSecret,
    rateLimit,
    services: { fetch: service, secretKey: keys.secretKey, answerTime: 0 },
  });
  return { fetch: handle };
}
