import { solveChallenge } from "altcha-lib";
import type { Challenge } from "altcha-lib/types";
import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../store/memory.ts";
import { emptyMemory } from "../store/memoryState.ts";
import { createAltcha } from "./altcha.ts";
import { deriveKey } from "./argon2id.ts";
import { expectedSolutions } from "./price.ts";
import { workOf } from "./work.ts";

const secret = "a-captcha-secret-of-thirty-two-letters";

/** A captcha whose usual work is one key, so that each doubling shows in the counters that solve its challenges. */
function oneKeyCaptcha({ spent = 0 } = {}) {
  const state = emptyMemory();
  for (let n = 0; n < spent; n++) state.spent[`solution-${n}`] = Date.now() + 600_000;
  const altcha = createAltcha({
    secret,
    store: createMemoryStore(state),
    clock: () => new Date(),
    rateLimit: { burst: 10, secondsPerRequest: 3600 },
    effort: 1 / workOf.ARGON2ID.counters,
  });
  return async (clientAddress: string): Promise<Challenge> =>
    // The page gets it as JSON.
    JSON.parse(JSON.stringify(await altcha.challenge?.("ARGON2ID", clientAddress)));
}

/** The highest counter that solves one of ten challenges, which a client takes one after the other. */
async function highestOfTen(challengeFor: ReturnType<typeof oneKeyCaptcha>, clientAddress: string): Promise<number> {
  const counters: number[] = [];
  for (let n = 0; n < 10; n++) {
    const challenge = await challengeFor(clientAddress);
    counters.push((await solveChallenge({ challenge, deriveKey }))?.counter ?? Number.NaN);
  }
  return Math.max(...counters);
}

describe("the challenges that are served", () => {
  it("ask a client for more work the more of them it takes, and no other client", async () => {
    const challengeFor = oneKeyCaptcha();
    expect(await highestOfTen(challengeFor, "192.0.2.1")).toBe(0);
    for (let n = 0; n < 20; n++) await challengeFor("192.0.2.1");
    const highest = await highestOfTen(challengeFor, "192.0.2.1");
    expect(highest).toBeLessThan(8);
    // Ten of ten are below 2 once in a million times.
    expect(highest).toBeGreaterThan(1);
    expect(await highestOfTen(challengeFor, "192.0.2.2")).toBe(0);
  });

  it("ask everybody for four times the work when twice the expected solutions were sent", async () => {
    const challengeFor = oneKeyCaptcha({ spent: 2 * expectedSolutions });
    const highest = await Promise.all(["192.0.2.1", "192.0.2.2"].map((client) => highestOfTen(challengeFor, client)));
    expect(Math.max(...highest)).toBeLessThan(4);
    // Twenty of twenty are below 2 once in a million times.
    expect(Math.max(...highest)).toBeGreaterThan(1);
  });

  it("leave twenty minutes for the form", async () => {
    const { parameters } = await oneKeyCaptcha()("192.0.2.1");
    const minutes = (Number(parameters.expiresAt) - Date.now() / 1000) / 60;
    expect(minutes).toBeGreaterThan(19.9);
    expect(minutes).toBeLessThan(20.1);
  });
});
