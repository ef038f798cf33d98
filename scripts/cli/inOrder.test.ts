import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { inOrder } from "./inOrder.ts";

describe("work on some items at once", () => {
  it("gives the results in the order of the items, and works on no more at once than allowed", async () => {
    let [now, most] = [0, 0];
    const results: number[] = [];
    const work = async (delay: number) => {
      most = Math.max(most, ++now);
      await sleep(delay);
      now--;
      return delay;
    };
    for await (const result of inOrder([20, 1, 10, 1, 1, 5], 3, work)) results.push(result);
    expect(results).toEqual([20, 1, 10, 1, 1, 5]);
    expect(most).toBe(3);
  });

  it("fails in turn, when nothing is under way any more", async () => {
    const ended: string[] = [];
    const seen: string[] = [];
    const work = async (item: string) => {
      await sleep(item === "slow" ? 20 : 1);
      ended.push(item);
      if (item === "bad") throw new Error(item);
      return item;
    };
    const all = async () => {
      for await (const item of inOrder(["first", "slow", "bad", "slow", "begun", "never"], 3, work)) seen.push(item);
    };
    await expect(all()).rejects.toThrow("bad");
    expect(seen).toEqual(["first", "slow"]);
    expect(ended.toSorted()).toEqual(["bad", "begun", "first", "slow", "slow"]);
  });

  it("has nothing under way once the caller has stopped", async () => {
    const ended: number[] = [];
    for await (const item of inOrder([1, 2, 3, 4], 2, async (delay) => {
      await sleep(delay);
      return ended.push(delay);
    }))
      if (item === 1) break;
    expect(ended).toEqual([1, 2]);
  });
});
