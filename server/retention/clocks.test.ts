import { expect, it } from "vitest";
import { requireOneTime } from "./clocks.ts";

const times = (...minutes: number[]) => {
  const queue = minutes.map((minute) => new Date(Date.UTC(2026, 4, 4, 12, minute)));
  return () => queue.shift() ?? new Date(0);
};
const database = (minute: number) => async () => ({ clock: new Date(Date.UTC(2026, 4, 4, 12, minute)).toISOString() });

it("lets clocks differ by minutes, and the answer take its time", async () => {
  await expect(requireOneTime(database(4), times(0, 0))).resolves.toBeUndefined();
  await expect(requireOneTime(database(-4), times(0, 0))).resolves.toBeUndefined();
  await expect(requireOneTime(database(8), times(0, 8))).resolves.toBeUndefined();
});

it.each([
  [6, "6 min ahead of"],
  [-180, "3 h behind"],
  [-525_600, "365 days behind"],
])("refuses more: %i min", async (minute, words) => {
  await expect(requireOneTime(database(minute), times(0, 0))).rejects.toMatchObject({
    name: "ClocksDifferError",
    message: `The database's clock is ${words} this machine's, so nobody can tell what is old. Nothing was erased.`,
  });
});
