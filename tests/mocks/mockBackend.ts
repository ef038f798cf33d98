import { setupServer } from "msw/node";
import { afterAll, beforeAll } from "vitest";
import { createAltcha } from "../../server/captcha/altcha.ts";
import { ProblemError } from "../../server/http/problem.ts";
import { createMockBackend } from "../../server/mocks/backend.ts";
import type { Fault } from "../../server/mocks/fault.ts";
import { createHandlers } from "../../server/mocks/handlers.ts";
import { emptyState } from "../../server/mocks/services/state.ts";
import { createMemoryStore } from "../../server/store/memory.ts";
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
const created_at = "2026-01-01T00:00:00+00:00";

/** Has MSW answer for the mocked backends of this test file. */
export function useMockServer(): void {
  beforeAll(() => {
    server.listen({ onUnhandledRequest: "bypass" });
    return () => server.close();
  });
  afterAll(() => server.resetHandlers());
}

/** A mocked backend of its own, behind MSW, with the secrets of the real test backends. */
export async function startMockBackend({ rateLimit = rarelyLimited, captcha }: BackendOptions = {}) {
  const origin = `http://mock-${++count}.example`;
  const state = emptyState();
  const faults: Fault[] = [];
  const unhandled: Error[] = [];
  const down = () => Promise.reject(new ProblemError("store_unavailable"));
  const backend = createMockBackend({
    state,
    siteUrl: siteOrigin,
    keys: testKeys,
    rateLimit,
    faults,
    onUnhandled: (error) => unhandled.push(error),
    captcha: (store) => captcha ?? createAltcha({ secret: captchaSecret, store, clock: () => new Date(), rateLimit }),
  });
  server.use(...createHandlers(backend, origin));
  return {
    ...clientOf(origin),
    mails: state.mails,
    unhandled,
    store: createMemoryStore(state),
    tables: {
      waitlist: async () => structuredClone(state.waitlist),
      applications: async () => structuredClone(state.applications),
      addToWaitlist: async (rows) => {
        const initial = { notified: false, confirmed_at: null, unsubscribed_at: null, source: null };
        for (const row of rows) state.waitlist.push({ id: crypto.randomUUID(), created_at, ...initial, ...row });
      },
      addApplications: async (rows) => {
        const initial = { company: null, status: "pending", reviewed_at: null } as const;
        for (const row of rows) state.applications.push({ id: crypto.randomUUID(), created_at, ...initial, ...row });
      },
      decline: async (id) => {
        for (const row of state.applications) if (row.id === id) row.status = "declined";
      },
      empty: async () => void Object.assign(state, { waitlist: [], applications: [] }),
      letTimePass: async () => void (state.buckets = {}),
    },
    breakStore: async () => void faults.push({ store: { join: down, apply: down, check: down } }),
    stop: async () => undefined,
  } satisfies Backend & Record<string, unknown>;
}
