import { setupServer } from "msw/node";
import { afterAll, beforeAll } from "vitest";
import { createAltcha } from "../../server/captcha/altcha.ts";
import { ProblemError } from "../../server/http/problem.ts";
import { createMockBackend } from "../../server/mocks/backend.ts";
import { createHandlers } from "../../server/mocks/handlers.ts";
import { mockSecret } from "../../server/mocks/services/accounts.ts";
import { emptyState } from "../../server/mocks/services/state.ts";
import { createMemoryStore } from "../../server/store/memory.ts";
import type { Store } from "../../server/store/store.ts";
import {
  type Backend,
  type BackendOptions,
  captchaSecret,
  clientOf,
  rarelyLimited,
  siteOrigin,
} from "../support/backend.ts";
import { tablesInMemory } from "../support/tables.ts";

const server = setupServer();
let count = 0;

/** Makes MSW answer for the mocked backends of this test file. */
export function useMockServer(): void {
  beforeAll(() => server.listen({ onUnhandledRequest: "bypass" }));
  afterAll(() => server.close());
}

/** Creates a separate mocked backend behind MSW. */
export async function startMockBackend({ rateLimit = rarelyLimited, captcha }: BackendOptions = {}) {
  const origin = `http://mock-${++count}.example`;
  const state = emptyState();
  const unhandled: string[] = [];
  let broken = false;
  const meet = () => (broken ? Promise.reject(new ProblemError("store_unavailable")) : Promise.resolve());
  const sound = createMemoryStore(state);
  const store: Store = {
    ...sound,
    submit: (...call) => meet().then(() => sound.submit(...call)),
    check: () => meet().then(sound.check),
  };
  const backend = createMockBackend({
    state,
    siteUrl: siteOrigin,
    rateLimit,
    store,
    onUnhandled: ({ message }) => unhandled.push(message),
    captcha: captcha ?? createAltcha({ secret: captchaSecret, store, clock: () => new Date(), rateLimit }),
  });
  server.use(...createHandlers(backend, origin));
  return {
    ...clientOf(origin),
    jwtSecret: mockSecret,
    mails: state.mails,
    unhandled,
    store,
    tables: tablesInMemory(state),
    breakStore: async () => void (broken = true),
    stop: async () => undefined,
  } satisfies Backend & Record<string, unknown>;
}
