import { setupServer } from "msw/node";
import { afterAll, beforeAll } from "vitest";
import { createAltcha } from "../../server/captcha/altcha.ts";
import { createMockBackend } from "../../server/mocks/backend.ts";
import type { Fault } from "../../server/mocks/fault.ts";
import { createHandlers } from "../../server/mocks/handlers.ts";
import { emptyState } from "../../server/mocks/state.ts";
import { createServiceClient } from "../../server/supabase/client.ts";
import { nodeHost } from "../../server/supabase/nodeHost.ts";
import {
  type Backend,
  type BackendOptions,
  captchaSecret,
  clientOf,
  rarelyLimited,
  siteOrigin,
} from "../support/backend.ts";
import { testKeys } from "../support/postgres.setup.ts";

const server = setupServer();
let count = 0;

/** Has MSW answer for the mocked backends of this test file. */
export function useMockServer(): void {
  beforeAll(() => {
    server.listen({ onUnhandledRequest: "bypass" });
    return () => server.close();
  });
  afterAll(() => server.resetHandlers());
}

/** What a test may say about the mocked backend it gets. */
export interface MockOptions extends BackendOptions {
  /** Where it answers; an origin of its own otherwise. */
  origin?: string;
}

/** A mocked backend of its own, behind MSW, with the secrets of the real test backends. Faults may be added while it runs. */
export async function startMockBackend({
  rateLimit = rarelyLimited,
  captcha,
  origin = `http://mock-${++count}.example`,
}: MockOptions = {}) {
  const state = emptyState();
  const faults: Fault[] = [];
  const unhandled: Error[] = [];
  const backend = createMockBackend({
    state,
    siteUrl: siteOrigin,
    keys: testKeys,
    rateLimit,
    faults,
    onUnhandled: (error) => unhandled.push(error),
    captcha: (supabase) =>
      captcha ?? createAltcha({ secret: captchaSecret, supabase, clock: () => new Date(), rateLimit }),
    ...nodeHost,
  });
  server.use(...createHandlers(backend, origin));
  return {
    ...clientOf(origin),
    mails: state.mails,
    faults,
    unhandled,
    supabase: createServiceClient(origin, testKeys.secretKey, nodeHost),
    breakStore: async () => void faults.push({ on: /\/rest\/v1\//u, answer: () => new Response("", { status: 500 }) }),
    stop: async () => undefined,
  } satisfies Backend & Record<string, unknown>;
}
