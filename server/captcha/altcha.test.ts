import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import type { Challenge } from "altcha-lib/types";
import { expect, it } from "vitest";
import { createMemoryStore } from "../store/memory.ts";
import { emptyMemory } from "../store/store.ts";
import { counters, createAltcha } from "./altcha.ts";

const secret = "a-captcha-secret-of-thirty-two-letters";

/** A captcha whose challenges take at most so many keys. */
function captchaOf(keys: number) {
  const altcha = createAltcha({
    secret,
    store: createMemoryStore(emptyMemory()),
    clock: () => new Date(),
    rateLimit: { burst: 1000, secondsPerRequest: 1 },
    effort: keys / counters,
  });
  return async (): Promise<Challenge> =>
    // The page gets it as JSON.
    JSON.parse(JSON.stringify(await altcha.challenge?.("192.0.2.1")));
}

it("serves challenges of any counter in the range, which leave twenty minutes for the form", async () => {
  const challenge = captchaOf(2);
  const seen = new Set<number | undefined>();
  // Thirty are alike once in half a billion times.
  for (let n = 0; n < 30; n++) {
    const { parameters } = await challenge();
    seen.add((await solveChallenge({ challenge: { parameters }, deriveKey }))?.counter);
    expect(Number(parameters.expiresAt) - Date.now() / 1000).toBeGreaterThan(19.9 * 60);
    expect(Number(parameters.expiresAt) - Date.now() / 1000).toBeLessThan(20.1 * 60);
  }
  expect(seen).toEqual(new Set([0, 1]));
});

it("has a bounded number of challenges under way, refuses more with a wait, and goes on afterwards", async () => {
  let answer = (_wait: number) => {};
  const busy = new Promise<number>((resolve) => (answer = resolve));
  let take = () => busy;
  const altcha = createAltcha({ secret, store: { take: () => take() }, clock: () => new Date(), effort: 1 / counters });
  const underWay = Promise.allSettled(Array.from({ length: 200 }, () => altcha.challenge?.("192.0.2.1")));
  await expect(altcha.challenge?.("192.0.2.2")).rejects.toMatchObject({ code: "captcha_unavailable", retryAfter: 1 });
  // All of them are told to wait, as one client.
  answer(60);
  expect(new Set((await underWay).map(({ status }) => status))).toEqual(new Set(["rejected"]));
  take = () => Promise.resolve(0);
  expect(await altcha.challenge?.("192.0.2.2")).toHaveProperty("signature");
});
