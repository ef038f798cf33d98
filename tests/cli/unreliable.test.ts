import { beforeAll, describe, expect, it } from "vitest";
import { retryAfter } from "../../scripts/cli/http.ts";
import { startBackend } from "../support/backend.ts";
import { fakeBackend, type Fault } from "./fakeBackend.ts";
import { cli, hosted } from "./terminal.ts";

describe("a backend that goes wrong", () => {
  let backend: Awaited<ReturnType<typeof startBackend>>;
  beforeAll(async () => {
    backend = await startBackend();
    await backend.supabase.from("waitlist").insert([{ email: "a@example.com" }, { email: "b@example.com" }]).throwOnError();
    return () => backend.stop();
  });
  const exportThrough = async (fault: Fault, ...argv: string[]) => {
    const fake = await fakeBackend(backend.origin, fault);
    try {
      const outcome = await cli(["export", "waitlist", "--columns", "email", "--out", "-", "--verbose", ...argv], { env: hosted({ origin: fake.origin, secretKey: backend.secretKey }) });
      return { ...outcome, seen: fake.seen };
    } finally {
      await fake.stop();
    }
  };

  it.each([502, 503, 504])("is asked again after %i", async (status) => {
    const { code, out, seen } = await exportThrough((_request, response, nth) => nth === 2 && Boolean(response.writeHead(status).end()));
    expect(out).toMatch(/^email\n[ab]@example.com\n[ab]@example.com\n$/u);
    expect({ code, requests: seen.length }).toEqual({ code: 0, requests: 3 });
  });

  it("is given the time it asks for with Retry-After", async () => {
    const { code, seen, err } = await exportThrough((_request, response, nth) => nth === 1 && Boolean(response.writeHead(503, { "retry-after": "1" }).end()));
    expect((seen[1] ?? 0) - (seen[0] ?? 0)).toBeGreaterThanOrEqual(990);
    expect(err).toContain("answered 503; trying again in 1000 ms");
    expect(code).toBe(0);
  });

  it("is asked again when it hangs up, is silent, or cuts its answer short", async () => {
    const { code, out, err } = await exportThrough((request, response, nth) => {
      if (nth === 1) return Boolean(request.destroy());
      if (nth === 2) return true;
      if (nth === 3) {
        response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
        response.write('[{"email":"a@exa', () => response.destroy());
        return true;
      }
      return false;
    }, "--timeout", "1");
    expect(err).toContain("no answer in time");
    expect(out.split("\n")).toHaveLength(4);
    expect(code).toBe(0);
  });

  it("is given up in the end, with 4", async () => {
    const { code, seen, err } = await exportThrough((_request, response) => Boolean(response.writeHead(503).end()), "--retries", "2");
    expect(err).toContain("error: The backend is not available (HTTP 503).");
    expect({ code, requests: seen.length }).toEqual({ code: 4, requests: 3 });
  });

  it("is not believed when its answer is half a page that looks whole", async () => {
    const { code, err } = await exportThrough((_request, response) => Boolean(response.writeHead(200, { "content-type": "application/json" }).end('[{"email":"a@exam')), "--retries", "0");
    expect(err).toContain("answer is not whole");
    expect(code).toBe(4);
  });

  it("is not asked again when it refuses: a wrong key ends with 3", async () => {
    const { code, err } = await cli(["stats"], { env: { SUPABASE_URL: backend.origin, SUPABASE_SECRET_KEY: "sb_secret_of_somebody_else_altogether" } });
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
