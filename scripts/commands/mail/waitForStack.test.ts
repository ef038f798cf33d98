import { expect, it } from "vitest";
import { pauseAfter } from "./waitForStack.ts";

it.each([
  [20, 500],
  [2600, 10_400],
  [30_000, 15_000],
])(
  "leaves the database to the sender for most of the time: after an answer that took %i ms, for %i ms",
  (taken, pause) => {
    expect(pauseAfter(taken)).toBe(pause);
  },
);
