import { describe, expect, it } from "vitest";
import { fit } from "./terminalText.ts";

describe("a message that is fitted to the terminal", () => {
  it.each([
    ["stays as it is where it fits", "  id  ← Kennung\n\nThat is all.", "  id  ← Kennung\n\nThat is all."],
    ["is broken between words", "one two three four five six", "one two three\nfour five six"],
    ["keeps its indent", "  out: Ab, Cd, Ef", "  out: Ab, Cd,\n  Ef"],
    ["counts cells, not characters", "日本語 日本語 日本語", "日本語 日本語\n日本語"],
    ["keeps a long path whole", "The file is /a/path/of/many/folders", "The file is\n/a/path/of/many/folders"],
    [
      "keeps commands whole",
      "See: npx prelaunch ab; or npx prelaunch c.",
      "See:\nnpx prelaunch ab;\nor\nnpx prelaunch c.",
    ],
    ["keeps the start whole, too", "Then run npm start", "Then run\nnpm start"],
  ])("%s", (_what, message, fitted) => {
    expect(fit(message, 15)).toBe(fitted);
  });
});
