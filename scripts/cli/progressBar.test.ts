import { Writable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { say } from "./io.ts";
import { progressBar } from "./progressBar.ts";

describe("progressBar", () => {
  let text = "";
  const err = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  beforeEach(() => {
    text = "";
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("tells rate and time left, not counting what an earlier run did", () => {
    const bar = progressBar({ err, interactive: true, verbosity: "normal", unicode: true }, 1000, 500);
    vi.advanceTimersByTime(10_000);
    bar.at(600);
    expect(text).toContain("60 %  600 of 1,000  10/s, 40 s left");
  });

  it("redraws ten times a second at most, and takes itself away", () => {
    const bar = progressBar({ err, interactive: true, verbosity: "normal", unicode: true }, 1000);
    for (let done = 0; done < 100; done++) {
      vi.advanceTimersByTime(10);
      bar.at(done);
    }
    expect(text.match(/\r/gu)?.length).toBeLessThanOrEqual(11);
    vi.setSystemTime(Date.now() - 60 * 60_000);
    vi.advanceTimersByTime(100);
    bar.at(500);
    expect(text).toContain("500 of 1,000");
    bar.end();
    expect(text.endsWith("\r\u001B[K")).toBe(true);
  });

  it("makes way for a message, and is drawn again below it", () => {
    const io = { err, interactive: true, verbosity: "normal", unicode: true, columns: 80 } as const;
    const bar = progressBar(io, 1000);
    say(io, "before");
    bar.at(600);
    text = "";
    say(io, "one\ntwo");
    say(io, "three");
    expect(text).toBe("\r\u001B[Kone\ntwo\nthree\n");
    vi.advanceTimersByTime(100);
    bar.at(601);
    bar.end();
    text = "";
    say(io, "after");
    expect(text).toBe("after\n");
  });

  it("stays on its line where the terminal is narrower", () => {
    const bar = progressBar({ err, interactive: true, verbosity: "normal", unicode: true }, 1000);
    bar.at(600);
    // DECAWM off and on again: the terminal cuts what does not fit.
    expect(text.split("\u001B")).toEqual(["\r", expect.stringMatching(/^\[\?7l.*60 %/u), "[K", "[?7h"]);
  });

  it.each([
    { interactive: false, verbosity: "normal" },
    { interactive: true, verbosity: "quiet" },
  ] as const)("draws nothing for %o", (io) => {
    const bar = progressBar({ err, unicode: true, ...io }, 10);
    bar.at(5);
    bar.end();
    expect(text).toBe("");
  });
});
