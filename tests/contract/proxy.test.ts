import { describe, expect, it, onTestFinished } from "vitest";
import { startBackend } from "../support/backend.ts";
import { anybody, post } from "./context.ts";

describe("the visitor's address behind proxies", () => {
  /** The statuses of successive sign-ups with these `X-Forwarded-For` headers. */
  async function joinFrom(proxies: number, forwarded: (string | undefined)[]): Promise<number[]> {
    const backend = await startBackend({ proxies, rateLimit: { burst: 1, secondsPerRequest: 900 } });
    onTestFinished(() => backend.stop());
    const statuses: number[] = [];
    for (const header of forwarded) {
      const body = { email: anybody(), captcha: await backend.solveCaptcha() };
      const headers: Record<string, string> = header === undefined ? {} : { "x-forwarded-for": header };
      statuses.push((await post(backend, "/waitlist", body, headers)).status);
    }
    return statuses;
  }

  it.each([
    ["the connection's where no proxy is trusted, whatever a header says", 0, ["192.0.2.1", "192.0.2.2"], [201, 429]],
    [
      "what the one proxy added, so that forged headers are ignored",
      1,
      ["192.0.2.1", "192.0.2.2", "203.0.113.5, 192.0.2.1"],
      [201, 201, 429],
    ],
    [
      "unknown without the header: such requests share one bucket, sized for twenty visitors",
      1,
      [...Array.from({ length: 20 }, () => undefined), "unknown", "192.0.2.1"],
      [...Array.from({ length: 20 }, () => 201), 429, 201],
    ],
  ])("is %s", async (_, proxies, forwarded, statuses) => {
    expect(await joinFrom(proxies, forwarded)).toEqual(statuses);
  });
});
