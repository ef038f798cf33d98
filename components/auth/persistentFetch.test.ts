import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { lastWait, persistentFetch } from "./persistentFetch.ts";

const answers: Response[] = [];
const asked = vi.fn<typeof fetch>(async () => answers.shift() ?? new Response("well"));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", asked);
  asked.mockClear();
  answers.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const away = (...statuses: number[]) => answers.push(...statuses.map((status) => Response.json({}, { status })));

it("tries again after 200 ms, doubled each time, where the service is away", async () => {
  away(502, 503, 504);
  const answer = persistentFetch("/auth/v1/otp", { method: "POST" });
  for (const [pause, calls] of [
    [199, 1],
    [1, 2],
    [399, 2],
    [1, 3],
    [799, 3],
    [1, 4],
  ] as const) {
    await vi.advanceTimersByTimeAsync(pause);
    expect(asked).toHaveBeenCalledTimes(calls);
  }
  expect(await (await answer).text()).toBe("well");
});

it("gives up after four tries", async () => {
  away(503, 503, 503, 503, 503);
  const answer = persistentFetch("/auth/v1/otp");
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await answer).status).toBe(503);
  expect(asked).toHaveBeenCalledTimes(4);
});

it.each([
  ["/auth/v1/otp", 500],
  ["/auth/v1/otp", 429],
  ["/auth/v1/token?grant_type=refresh_token", 503],
])("takes the first answer of %s when that is %i", async (path, status) => {
  away(status);
  expect((await persistentFetch(path)).status).toBe(status);
  expect(asked).toHaveBeenCalledTimes(1);
});

it("takes a refusal that is not JSON, such as a firewall's page, for an absence of the service, in which no session ends", async () => {
  answers.push(new Response("<p>Blocked", { status: 403, headers: { "content-type": "text/html" } }));
  expect((await persistentFetch("/auth/v1/token?grant_type=refresh_token")).status).toBe(503);
  expect(asked).toHaveBeenCalledTimes(1);
});

it("keeps how long to wait", async () => {
  answers.push(new Response("", { status: 429, headers: { "retry-after": "54" } }));
  await persistentFetch("/auth/v1/otp");
  expect(lastWait()).toBe("54");
});

it("leaves out when a session expires by the backend's clock", async () => {
  const session = { expires_in: 3600, user: { id: "ada" } };
  answers.push(Response.json({ ...session, expires_at: 1 }));
  expect(await (await persistentFetch("/auth/v1/verify")).json()).toEqual(session);
});

it.each([
  ["/auth/v1/otp", 15_000],
  ["/auth/v1/token?grant_type=refresh_token", undefined],
])("waits for the answer of %s for at most %s ms", async (path, limit) => {
  const signal = AbortSignal.abort();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(signal);
  await persistentFetch(path, { method: "POST" });
  expect(timeout.mock.calls).toEqual(limit ? [[limit]] : []);
  expect(asked).toHaveBeenCalledExactlyOnceWith(path, { method: "POST", ...(limit && { signal }) });
  timeout.mockRestore();
});
