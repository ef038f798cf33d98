import { describe, expect, it } from "vitest";
import { count, counted, megabytes, span } from "./amounts.ts";

describe("amounts for people", () => {
  it("are times, numbers and sizes", () => {
    expect([8400, 125_000].map(span)).toEqual(["8 s", "2 min 05 s"]);
    expect(count(1000)).toBe("1,000");
    expect(megabytes(1_234_567)).toBe("1.2 MB");
  });

  it("use the singular for one thing, and the plural for any other number", () => {
    expect([0, 1, 1000].map((n) => counted(n, "line"))).toEqual(["0 lines", "1 line", "1,000 lines"]);
    expect([1, 2].map((n) => counted(n, "mail waits", "mails wait"))).toEqual(["1 mail waits", "2 mails wait"]);
  });
});
