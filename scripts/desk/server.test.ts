import { afterEach, expect, it, vi } from "vitest";
import { deskPath, deskPort } from "./access.ts";
import { CliError } from "../data/errors.ts";
import { problemOf } from "./routes/problem.ts";
import { startIdleTimer } from "./server.ts";

afterEach(() => void vi.useRealTimers());

it("the desk ends when nobody has used it for an hour", async () => {
  vi.useFakeTimers();
  const ended = vi.fn();
  const { idle, used } = startIdleTimer(3_600_000);
  void idle.then(ended);
  await vi.advanceTimersByTimeAsync(3_599_000);
  used();
  await vi.advanceTimersByTimeAsync(3_599_000);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1000);
  expect(ended).toHaveBeenCalledOnce();
});

it("the desk keeps its path for bookmarks at its own port alone, where it can be guessed by nobody", () => {
  const path = deskPath("sb_secret_a", deskPort);
  expect(path).toMatch(/^\/[\w-]{32}\/$/u);
  expect(deskPath("sb_secret_a", deskPort)).toBe(path);
  for (const other of [deskPath("sb_secret_b", deskPort), deskPath("sb_secret_a", 1)]) expect(other).not.toBe(path);
  expect(deskPath("sb_secret_a", 1)).not.toBe(deskPath("sb_secret_a", 1));
});

it("the desk of a stopped stack says how to start it", () => {
  const away = new CliError("unreachable", "The backend cannot be reached.", { hint: "Look at it." });
  expect(problemOf(away, true)).toMatchObject({
    message: expect.stringContaining("stopped"),
    hint: expect.stringContaining("npm start"),
  });
  expect(problemOf(away, false)).toEqual({ message: "The backend cannot be reached.", hint: "Look at it." });
  expect(problemOf(new Error("Odd."), true)).toEqual({ message: "Odd." });
});
