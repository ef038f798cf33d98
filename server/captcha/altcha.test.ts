import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import type { Challenge } from "altcha-lib/types";
import { expect, it, vi } from "vitest";
import { type Bucket, bucketOf, defaultRateLimit } from "../http/rateLimit.ts";
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
  // By chance, thirty are alike once in half a billion times.
  for (let n = 0; n < 30; n++) {
    const { parameters } = await challenge();
    seen.add((await solveChallenge({ challenge: { parameters }, deriveKey }))?.counter);
    expect(Number(parameters.expiresAt) - Date.now() / 1000).toBeGreaterThan(19.9 * 60);
    expect(Number(parameters.expiresAt) - Date.now() / 1000).toBeLessThan(20.1 * 60);
  }
  expect(seen).toEqual(new Set([0, 1]));
});

it("has a bounded number of challenges under way, refuses more with a wait, and goes on afterwards", async () => {
  let fail = () => {};
  const stuck = new Promise<never>((_, reject) => (fail = () => reject(new Error("no key"))));
  const derive = vi.spyOn(crypto.subtle, "deriveBits").mockReturnValue(stuck);
  const store = { take: () => Promise.resolve(0) };
  const altcha = createAltcha({ secret, store, clock: () => new Date(), effort: 1 / counters });
  const asked = Array.from({ length: 201 }, (_, n) => altcha.challenge?.(`192.0.2.${n}`));
  await expect(Promise.race(asked)).rejects.toMatchObject({ code: "captcha_unavailable", retryAfter: 1 });
  fail();
  expect(new Set((await Promise.allSettled(asked)).map(({ status }) => status))).toEqual(new Set(["rejected"]));
  derive.mockRestore();
  expect(await altcha.challenge?.("192.0.2.2")).toHaveProperty("signature");
});

it("gives others their challenges while one client that is over its limit waits to be told so 300 times", async () => {
  const flood = await bucketOf("captcha", "192.0.2.1", secret, defaultRateLimit);
  let answer = () => {};
  const slowly = new Promise<number>((resolve) => (answer = () => resolve(60)));
  const store = { take: ({ key }: Bucket) => (key === flood.key ? slowly : Promise.resolve(0)) };
  const altcha = createAltcha({ secret, store, clock: () => new Date(), effort: 1 / counters });
  const flooding = Promise.allSettled(Array.from({ length: 300 }, () => altcha.challenge?.("192.0.2.1")));
  for (let n = 2; n < 38; n++) expect(await altcha.challenge?.(`192.0.2.${n}`)).toHaveProperty("signature");
  answer();
  expect(new Set((await flooding).map(({ status }) => status))).toEqual(new Set(["rejected"]));
});
