import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { missReact, noteAttempt } from "./missReact.ts";

const island = document.createElement("div");
const missed = vi.fn<() => void>();
const never = new Promise<never>(() => {});

beforeEach(() => {
  vi.useFakeTimers();
  missed.mockReset();
});
afterEach(() => vi.useRealTimers());

it("has 10 s of patience with code that is slow", async () => {
  noteAttempt(island, never);
  void missReact(island).then(missed);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(missed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(missed).toHaveBeenCalledOnce();
});

it("has none with code that cannot be fetched, unless it was asked for again", async () => {
  let [fail, failAgain] = [() => {}, () => {}];
  noteAttempt(island, new Promise((_, reject) => (fail = () => reject(new TypeError("Failed to fetch")))));
  void missReact(island).then(missed);
  noteAttempt(island, new Promise((_, reject) => (failAgain = () => reject(new TypeError("Failed to fetch")))));
  fail();
  await vi.advanceTimersByTimeAsync(0);
  expect(missed).not.toHaveBeenCalled();
  failAgain();
  await vi.advanceTimersByTimeAsync(0);
  expect(missed).toHaveBeenCalledOnce();
});
