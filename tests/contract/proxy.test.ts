import { afterAll, describe, expect, it } from "vitest";
import { startBackend } from "../support/backend.ts";
import { post } from "./context.ts";

describe("the visitor's address behind proxies", () => {
  const started: { stop(): Promise<void> }[] = [];
  afterAll(() => Promise.all(started.map((backend) => backend.stop())));

  /** Statuses of successive sign-ups that came with these `X-Forwarded-For` headers. */
  async function joinFrom(proxies: number, forwarded: (string | undefined)[]): Promise<number[]> {
    const backend = await startBackend({ proxies, rateLimit: { burst: 1, secondsPerRequest: 900 } });
    started.push(backend);
    const statuses: number[] = [];
    for (const header of forwarded) {
      const body = { email: `${crypto.randomUUID()}@example.com`, captcha: await backend.solveCaptcha() };
      const headers: Record<string, string> = header === undefined ? {} : { "x-forwarded-for": header };
      statuses.push((await post(backend, "/waitlist", body, headers)).status);
    }
    return statuses;
  }

  it("is the connection's where no proxy is trusted, whatever a header says", async () => {
    expect(await joinFrom(0, ["192.0.2.1", "192.0.2.2"])).toEqual([201, 429]);
  });

  it("is what the one proxy added, so that visitors are told apart and forged headers are ignored", async () => {
    expect(await joinFrom(1, ["192.0.2.1", "192.0.2.2", "203.0.113.5, 192.0.2.1"])).toEqual([201, 201, 429]);
  });

  it("is what the outer of two proxies added", async () => {
    expect(await joinFrom(2, ["192.0.2.1, 10.0.0.1", "192.0.2.2, 10.0.0.1", "8.8.8.8, 192.0.2.1, 10.0.0.1"])).toEqual([
      201, 201, 429,
    ]);
  });

  it("is one of a /64, in any spelling", async () => {
    expect(await joinFrom(1, ["2001:db8::1", "[2001:DB8:0:0::ffff]:443", "2001:db8:0:1::1"])).toEqual([201, 429, 201]);
  });

  it("is unknown without the header: such requests share one bucket, sized for twenty visitors", async () => {
    const statuses = await joinFrom(1, [...Array.from({ length: 20 }, () => undefined), "unknown", "192.0.2.1"]);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), 429, 201]);
  });
});
