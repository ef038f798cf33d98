import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { askedHere, forgetAsked, rememberAsked } from "./askedHere.ts";

const ada = { email: "ada@example.com", name: "Ada" };
const day = 24 * 60 * 60 * 1000;

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  localStorage.clear();
  vi.useRealTimers();
});

it("knows for a day who requested a link here", () => {
  expect(askedHere()).toBeUndefined();
  rememberAsked(ada);
  vi.advanceTimersByTime(day - 1);
  expect(askedHere()).toEqual(ada);
  vi.advanceTimersByTime(1);
  expect(askedHere()).toBeUndefined();
});

it("forgets it after a sign-in", () => {
  rememberAsked(ada);
  forgetAsked();
  expect(askedHere()).toBeUndefined();
});

it.each(["{", '{"email":1,"until":9e15}'])("takes nothing from %s", (stored) => {
  localStorage.setItem("keelbook-link-asked", stored);
  expect(askedHere()).toBeUndefined();
});
