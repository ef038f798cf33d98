import { setupServer } from "msw/node";
import { afterAll, beforeAll } from "vitest";
import { createAltcha } from "../../server/captcha/altcha.ts";
import { ProblemError } from "../../server/http/problem.ts";
import { createHandlers, createMockBackend } from "../../server/mocks/backend.ts";
import { createMemoryStore } from "../../server/store/memory.ts";
import { emptyMemory, type Store } from "../../server/store/store.ts";
import { describeContract } from "../contract/suite.ts";
import { type BackendOptions, captchaSecret, clientOf, rarelyLimited, siteOrigin } from "../support/backend.ts";
import { tablesInMemory } from "../support/tables.ts";

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: "bypass" }));
afterAll(() => server.close());

let count = 0;

/** Creates a separate mocked backend behind MSW. */
async function startMockBackend({ rateLimit = rarelyLimited, captcha, placeFrom = 0 }: BackendOptions = {}) {
  const origin = `http://mock-${++count}.example`;
  const state = emptyMemory();
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
    placeFrom,
    store,
    onUnhandled: () => undefined,
    captcha: captcha ?? createAltcha({ secret: captchaSecret, store, clock: () => new Date(), rateLimit }),
  });
  server.use(...createHandlers(backend, origin));
  return {
    ...clientOf(origin),
    store,
    tables: tablesInMemory(state),
    breakStore: async () => void (broken = true),
    stop: async () => undefined,
  };
}

describeContract("the mocked backend", startMockBackend);
