import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { terminalPrompts } from "./prompts.ts";

it("Enter alone chooses nothing, and an arrow with Enter the answer it leads to", async () => {
  const choices = ["subscribed", "unsubscribed"].map((value) => ({ value, label: value }));
  const answered = async (keys: string) => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    output.resume();
    const answer = terminalPrompts(input, output, new AbortController().signal).choose("What is it?", choices);
    input.write(keys);
    return answer;
  };
  expect(await answered("\r")).toBeUndefined();
  expect(await answered("\u001B[A\r")).toBe("unsubscribed");
});
