import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { postForm } from "./send.ts";

const fetchMock = vi.fn<typeof fetch>();
beforeEach(() => {
  vi.stubGlobal("fetch", fetchMock);
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetchMock.mockReset();
});

const post = () => postForm("/waitlist", "joined", { email: "ada@example.com" });
const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/problem+json", ...headers } });

describe("postForm", () => {
  it("posts JSON to the form backend", async () => {
    fetchMock.mockResolvedValue(json(201, { code: "joined" }));
    expect(await post()).toEqual({ kind: "accepted", received: { code: "joined" } });
    const [url, init] = fetchMock.mock.calls[0] ?? [];
    expect(url).toBe("/functions/v1/forms/waitlist");
    expect(init).toMatchObject({ method: "POST", body: '{"email":"ada@example.com"}' });
  });

  it("reads a problem with its field errors and its wait", async () => {
    fetchMock.mockResolvedValue(
      json(422, { code: "invalid", errors: { email: "No.", count: 3 } }, { "retry-after": "7" }),
    );
    expect(await post()).toEqual({ kind: "refused", code: "invalid", errors: { email: "No." }, retryAfter: "7" });
  });

  it.each([
    ["a static host's page", new Response("<!doctype html>", { status: 200 })],
    ["another route's success", json(201, { code: "submitted" })],
    ["a gateway's JSON error", json(401, { code: "UNAUTHORIZED" }, { "content-type": "application/json" })],
  ])("takes %s for lost", async (_, response) => {
    fetchMock.mockResolvedValue(response);
    expect(await post()).toEqual({ kind: "lost" });
  });

  it("gives up on an answer that does not come", async () => {
    const signal = AbortSignal.abort(new DOMException("late", "TimeoutError"));
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(signal);
    fetchMock.mockImplementation((_, init) => Promise.reject(init?.signal?.reason));
    expect(await post()).toEqual({ kind: "lost" });
    expect(timeout).toHaveBeenCalledWith(15_000);
    timeout.mockRestore();
  });
});
