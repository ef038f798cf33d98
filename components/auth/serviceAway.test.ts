import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { people, sessionOf } from "../../server/mocks/people.ts";
import { answering, lostNetwork, useMockedBackend } from "../testkit/mockedBackend.ts";
import { storeSession } from "../testkit/session.ts";
import { storageKey } from "./session.ts";

const backend = useMockedBackend();
const refresh = /^POST \/auth\/v1\/token\?grant_type=refresh_token/u;
const tooMany = () => Response.json({ error_code: "over_request_rate_limit", msg: "Too many" }, { status: 429 });
const away = answering(refresh, () => new Response("", { status: 503 }));

beforeEach(() => {
  vi.resetModules();
  vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  localStorage.clear();
});

it.each([
  ["503, with the library there already", away, true],
  ["503", away, false],
  ["a firewall's 403", answering(refresh, () => new Response("<!doctype html>Blocked", { status: 403 })), false],
  ["too many at once", answering(refresh, tooMany), false],
  ["lost network", lostNetwork, false],
])("a session that cannot be refreshed for now (%s) is not over", async (_what, fault, library) => {
  storeSession();
  const [{ restore, getSession }, { signedInUser }] = await Promise.all([import("./auth.ts"), import("./store.ts")]);
  await restore();
  if (library) await getSession();
  const session: object = JSON.parse(localStorage.getItem(storageKey) ?? "{}");
  localStorage.setItem(storageKey, JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) - 1 }));
  backend.faults.push(fault);
  vi.useFakeTimers();
  // As when the visitor comes back to the page.
  const restored = restore();
  let done = false;
  void restored.then(() => (done = true));
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(10_000);
    expect(done).toBe(true);
  }, 30_000);
  expect(backend.calls.some(({ name }) => refresh.test(name))).toBe(true);
  expect(signedInUser()).toBe(people.pending);
  expect(localStorage.getItem(storageKey)).not.toBeNull();
});

it("a session that only the visitor's clock calls expired is refreshed once", async () => {
  storeSession();
  const renewed = sessionOf({ of: people.pending });
  backend.faults.push(
    answering(refresh, () => Response.json(renewed)),
    // The mocked backend has the same clock, and would call the new token expired.
    answering(/^GET/u, () => Response.json({})),
  );
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 3 * 3_600_000);
  const [{ restore, getSession }, { signedInUser }] = await Promise.all([import("./auth.ts"), import("./store.ts")]);
  await restore();
  await getSession();
  await restore();
  expect(signedInUser()).toBe(people.pending);
  expect(backend.calls.filter(({ name }) => refresh.test(name))).toHaveLength(1);
});

it("an application that is not answered for within fifteen seconds is not waited for", async () => {
  storeSession();
  const { loadBetaAccess } = await import("./betaAccess.ts");
  const answerAtLast = backend.hold(/beta_applications/u);
  const limit = vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
  await expect(loadBetaAccess()).rejects.toThrow("abort");
  expect(limit).toHaveBeenCalledWith(15_000);
  answerAtLast();
});
