import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Settlement } from "./outbox.ts";
import { createSettler } from "./settler.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A database that holds each call until the test answers it, and the names of the mails that each call told of. */
function database() {
  const calls: string[] = [];
  const answers: ((failed: boolean) => void)[] = [];
  const settle = createSettler({
    settle: (entries) => {
      calls.push(entries.map(({ id }) => id).join(" "));
      return new Promise((resolve, reject) =>
        answers.push((failed) => (failed ? reject(new Error("down")) : resolve())),
      );
    },
  });
  const tell = (id: string) => settle({ id, attempt: 1, doubtful: false, outcome: "sent" } satisfies Settlement);
  /** Answers the call under way, and lets time pass for what follows it. */
  const answer = async (failed = false) => {
    answers.shift()?.(failed);
    await vi.advanceTimersByTimeAsync(15_000);
  };
  return { calls, tell, answer };
}

it("writes results that arrive during a call together, in one call at a time", async () => {
  const { calls, tell, answer } = database();
  const first = tell("a");
  await vi.advanceTimersByTimeAsync(0);
  const others = [tell("b"), tell("c")];
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toEqual(["a"]);
  await answer();
  await first;
  expect(calls).toEqual(["a", "b c"]);
  await answer();
  await Promise.all(others);
  void tell("d");
  await vi.advanceTimersByTimeAsync(0);
  expect(calls).toEqual(["a", "b c", "d"]);
});

it("writes results again while the database is down, and says so in the end, but keeps no later ones from being written", async () => {
  const { calls, tell, answer } = database();
  const told = Promise.allSettled([tell("a")]);
  await vi.advanceTimersByTimeAsync(0);
  const later = tell("b");
  for (let n = 0; n < 5; n++) await answer(true);
  expect(await told).toMatchObject([{ status: "rejected", reason: { message: "down" } }]);
  await answer();
  await later;
  expect(calls).toEqual(["a", "a", "a", "a", "a", "b"]);
});
