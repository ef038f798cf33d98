import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createTurns } from "./turns.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Begins turns, and tells which of them have come. */
function mails() {
  const newTurn = createTurns();
  const come: string[] = [];
  const begin = (name: string) => {
    const turn = newTurn();
    void turn.begin().then(() => come.push(name));
    return turn;
  };
  return { newTurn, come, begin };
}

it("gives a mail its turn when the one before it has ended", async () => {
  const { come, begin } = mails();
  const first = begin("a");
  const second = begin("b");
  begin("c");
  await vi.advanceTimersByTimeAsync(99);
  expect(come).toEqual(["a"]);
  first.end();
  await vi.advanceTimersByTimeAsync(99);
  expect(come).toEqual(["a", "b"]);
  second.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(come).toEqual(["a", "b", "c"]);
});

it("passes a turn on after 100 ms, and does not wait for a mail that ended before its turn", async () => {
  const { newTurn, come, begin } = mails();
  begin("slow");
  newTurn().end();
  begin("refused at once").end();
  begin("next");
  expect(come).toEqual([]);
  await vi.advanceTimersByTimeAsync(99);
  expect(come).toEqual(["slow"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(come).toEqual(["slow", "refused at once", "next"]);
});
