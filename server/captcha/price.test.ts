import { describe, expect, it } from "vitest";
import { expectedSolutions, factorOf } from "./price.ts";

describe("how often the usual work a challenge asks for", () => {
  const burst = 20;

  it.each([
    [1, 1],
    [20, 1],
    [21, 2],
    [41, 4],
    [61, 8],
    [80, 8],
    [4000, 8],
  ])("doubles with each further bucket of challenges that a client takes: %i", (taken, factor) => {
    expect(factorOf({ taken, spent: 0 }, burst)).toBe(factor);
  });

  it.each([
    [0, 1],
    [0.99, 1],
    [1, 2],
    [1.99, 2],
    [2, 4],
    [40, 4],
  ])("doubles when all visitors together send %f times what is expected", (times, factor) => {
    expect(factorOf({ taken: 1, spent: expectedSolutions * times }, burst)).toBe(factor);
  });

  it("is at most what a phone can do before altcha-lib gives up after 90 s", () => {
    const slowestOnAPhone = 4;
    expect(factorOf({ taken: 1e6, spent: 1e6 }, burst) * slowestOnAPhone).toBeLessThanOrEqual(128);
  });
});
