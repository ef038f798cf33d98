import { setupServer } from "msw/node";
import * as v from "valibot";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { type ProblemCode, problemMediaType, problems } from "../../server/contract/outcomes.ts";
import { waitlistFields } from "../../server/contract/waitlist.ts";
import { createHandlers, createMockBackend, type Fault } from "../../server/mocks/backend.ts";
import { seededState, sessionOf, userOf } from "../../server/mocks/people.ts";

/** A request of the page. */
interface Call {
  /** Method and path, such as `GET /auth/v1/user`. */
  name: string;
  body: unknown;
}

/** The current test's backend behind MSW. */
interface MockedBackend {
  state: ReturnType<typeof seededState>;
  /** Faults from now on. */
  faults: Fault[];
  calls: Call[];
  /** The owners of the links in sign-in mails, by token, with what they said at a sign-up; each link works once. */
  links: Map<string, { email: string; data?: object }>;
  /** Leaves calls such as `POST /path` unanswered from now on, until the function that it returns is called. */
  hold(on: RegExp): () => void;
  /** Puts somebody on the waitlist, who has confirmed at a time, or not yet. */
  subscribe(email: string, confirmedAt: string | null): void;
}

/** Lets the mocked backend of the offline mode answer a file's tests, with the same few people for each. */
export function useMockedBackend(): MockedBackend {
  let delayed: { on: RegExp; until: Promise<void> } | undefined;
  const hold = (on: RegExp) => {
    let release = () => {};
    delayed = { on, until: new Promise((resolve) => (release = resolve)) };
    return () => release();
  };
  const state = seededState();
  const subscribe = (email: string, confirmedAt: string | null) => {
    state.waitlist.push({
      ...v.getDefaults(waitlistFields),
      id: crypto.randomUUID(),
      email,
      created_at: "2026-01-01T00:00:00+00:00",
      source: null,
      name: null,
      notified: false,
      confirmed_at: confirmedAt,
      unsubscribed_at: null,
      answers: {},
      tags: [],
      note: null,
      share_code: "0123ABCD",
      referred_by: null,
      sender_credit: null,
      friends: 0,
      invite_code: null,
      invited_at: null,
      redeemed_at: null,
    });
  };
  const backend: MockedBackend = { state, faults: [], calls: [], links: new Map(), hold, subscribe };
  const { faults, calls, links } = backend;
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
    const body = text === "" ? undefined : JSON.parse(text);
    calls.push({ name, body });
    if (delayed?.on.test(name)) await delayed.until;
    const answer = await mock.fetch(request);
    const link = name === "POST /auth/v1/verify" ? links.get(body.token_hash) : undefined;
    if (!link || faults.some((fault) => fault.answer && fault.on.test(name))) return answer;
    links.delete(body.token_hash);
    return Response.json({ ...sessionOf({ of: link.email }), user: userOf(link.email, link.data) });
  };
  const server = setupServer(...createHandlers({ fetch: recorded }));
  beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
  beforeEach(() => {
    Object.assign(state, seededState());
    links.clear();
    for (const list of [faults, calls, unhandled]) list.length = 0;
    delayed = undefined;
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

/** The hash of a token in hex, as the backend keeps it. */
export async function sha256(token: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
