import { beforeEach, describe, expect, it } from "vitest";
import { retryAfter } from "../../scripts/cli/http.ts";
import type { Fault } from "../../server/mocks/fault.ts";
import { startMockBackend, useMockServer } from "../mocks/mockBackend.ts";
import { fakeBackend } from "./fakeBackend.ts";
import { cli, hosted } from "./terminal.ts";

useMockServer();

const status =
  (code: number, headers: Record<string, string> = {}) =>
  () =>
    new Response(null, { status: code, headers });

describe("a backend that goes wrong", () => {
  let backend: Awaited<ReturnType<typeof startMockBackend>>;
  beforeEach(async () => {
    backend = await startMockBackend();
    await backend.supabase
      .from("waitlist")
      .insert([{ email: "a@example.com" }, { email: "b@example.com" }])
      .throwOnError();
  });
  const exportFrom = (origin: string, ...argv: string[]) =>
    cli(["export", "waitlist", "--columns", "email", "--out", "-", "--verbose", ...argv], {
      env: hosted({ ...backend, origin }),
    });

  /** Exports while the requests in turn meet these faults, undefined being none; gives when each came, in ms. */
  const exportThrough = async (faults: (Omit<Fault, "on"> | undefined)[], ...argv: string[]) => {
    const seen: number[] = [];
    // Concerns no request, but sees each first.
    const counter = { on: () => seen.push(Date.now()) === 0 };
    backend.faults.push(
      counter,
      ...faults.flatMap((fault, index) => (fault ? [{ ...fault, on: () => seen.length === index + 1 }] : [])),
    );
    return { ...(await exportFrom(backend.origin, ...argv)), seen };
  };

  it.each([502, 503, 504])("is asked again after %i", async (code) => {
    const { code: exitCode, out, seen } = await exportThrough([undefined, { answer: status(code) }]);
    expect(out).toMatch(/^email\n[ab]@example.com\n[ab]@example.com\n$/u);
    expect({ code: exitCode, requests: seen.length }).toEqual({ code: 0, requests: 3 });
  });

  it("is given the time it asks for with Retry-After", async () => {
    const { code, seen, err } = await exportThrough([{ answer: status(503, { "retry-after": "1" }) }]);
    expect((seen[1] ?? 0) - (seen[0] ?? 0)).toBeGreaterThanOrEqual(990);
    expect(err).toContain("answered 503; trying again in 1000 ms");
    expect(code).toBe(0);
  });

  it("is asked again when the connection is lost, or nothing comes", async () => {
    const { code, out, err } = await exportThrough([{ answer: "lost" }, { delay: 1500 }], "--timeout", "1");
    expect(err).toContain("Request failed (Failed to fetch); trying again");
    expect(err).toContain("no answer in time");
    expect(out.split("\n")).toHaveLength(4);
    expect(code).toBe(0);
  });

  it("is asked again when it hangs up, is silent, or cuts its answer short", async () => {
    // On a real socket, which a mock has not.
    const fake = await fakeBackend(backend.origin, (request, response, nth) => {
      if (nth === 1) return Boolean(request.destroy());
      if (nth === 2) return true;
      if (nth === 3) {
        response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
        response.write('[{"email":"a@exa', () => response.destroy());
        return true;
      }
      return false;
    });
    const { code, out, err } = await exportFrom(fake.origin, "--timeout", "1").finally(fake.stop);
    expect(err).toContain("no answer in time");
    expect(out.split("\n")).toHaveLength(4);
    expect(code).toBe(0);
  });

  it("is given up in the end, with 4", async () => {
    const unavailable = { answer: status(503) };
    const { code, seen, err } = await exportThrough(
      [unavailable, unavailable, unavailable, unavailable],
      "--retries",
      "2",
    );
    expect(err).toContain("error: The backend is not available (HTTP 503).");
    expect({ code, requests: seen.length }).toEqual({ code: 4, requests: 3 });
  });

  it("is not believed when its answer is half a page that looks whole", async () => {
    const half = () => new Response('[{"email":"a@exam', { headers: { "content-type": "application/json" } });
    const { code, err } = await exportThrough([{ answer: half }], "--retries", "0");
    expect(err).toContain("answer is not whole");
    expect(code).toBe(4);
  });

  it("is not asked again when it refuses: a wrong key ends with 3", async () => {
    const { code, err } = await cli(["stats"], {
      env: hosted({ ...backend, secretKey: "sb_secret_of_somebody_else_altogether" }),
    });
    expect(err).toContain("The backend refuses the secret key");
    expect(code).toBe(3);
  });

  it("may say when to come back in seconds or as a date", () => {
    const now = Date.parse("2026-05-04T12:00:00Z");
    expect(retryAfter("3", now)).toBe(3000);
    expect(retryAfter("Mon, 04 May 2026 12:00:05 GMT", now)).toBe(5000);
    expect(retryAfter("999999", now)).toBe(120_000);
    expect(retryAfter("soon", now)).toBeUndefined();
    expect(retryAfter(null, now)).toBeUndefined();
  });
});
