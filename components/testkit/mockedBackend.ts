import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { type ProblemCode, problemMediaType, problems } from "../../server/contract/outcomes.ts";
import { createMockBackend } from "../../server/mocks/backend.ts";
import type { Fault } from "../../server/mocks/fault.ts";
import { createHandlers } from "../../server/mocks/handlers.ts";
import { seededState } from "../../server/mocks/people.ts";
import { emptyState, type MockState } from "../../server/mocks/services/state.ts";

/** A request of the page. */
interface Call {
  /** Such as `GET /auth/v1/user`. */
  name: string;
  body: unknown;
}

/** The current test's backend behind MSW. */
interface MockedBackend {
  state: MockState;
  /** Faults from now on. */
  faults: Fault[];
  calls: Call[];
  /** Leaves calls such as `POST /path` unanswered from now on, until the function that it returns is called. */
  hold(on: RegExp): () => void;
}

/** Lets the mocked backend of the offline mode answer a file's tests, with the same few people for each. */
export function useMockedBackend(): MockedBackend {
  let held: { on: RegExp; until: Promise<void> } | undefined;
  const hold = (on: RegExp) => {
    let release = () => {};
    held = { on, until: new Promise((resolve) => (release = resolve)) };
    return () => release();
  };
  const backend: MockedBackend = { state: emptyState(), faults: [], calls: [], hold };
  const { state, faults, calls } = backend;
  const unhandled: Error[] = [];
  const mock = createMockBackend({
    state,
    faults,
    siteUrl: location.origin,
    onUnhandled: (error) => unhandled.push(error),
  });
  const recorded = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const text = await request.clone().text();
    const name = `${request.method} ${pathname}${search}`;
    calls.push({ name, body: text === "" ? undefined : JSON.parse(text) });
    if (held?.on.test(name)) await held.until;
    return mock.fetch(request);
  };
  const server = setupServer(...createHandlers({ fetch: recorded }));
  beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
  beforeEach(async () => {
    Object.assign(state, await seededState());
    for (const list of [faults, calls, unhandled]) list.length = 0;
    held = undefined;
  });
  afterEach(() => expect(unhandled).toEqual([]));
  afterAll(() => server.close());
  return backend;
}

/** A network that loses everything. */
export const lostNetwork: Fault = { on: /./u, answer: "lost" };

/** Replaces the backend's answer. */
export const answering = (on: RegExp, answer: () => Response): Fault => ({ on, answer });

/** A refusal of the form backend that the mocked one cannot produce. */
export function refused(code: ProblemCode, more: object = {}): Response {
  const { status, title } = problems[code];
  return new Response(JSON.stringify({ type: "about:blank", title, status, code, ...more }), {
    status,
    headers: { "content-type": problemMediaType },
  });
}
