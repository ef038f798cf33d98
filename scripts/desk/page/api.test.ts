import { afterEach, expect, it, vi } from "vitest";
import { answerOf, DeskError, longestRead, read, send } from "./api.ts";

afterEach(() => void vi.unstubAllGlobals());

it.each([
  [new Response("", { status: 502 }), "The desk could not do that, and does not say why (HTTP 502). Try again."],
  [
    new Response('{"mess', { status: 503, headers: { "content-type": "application/json" } }),
    "The desk could not do that, and does not say why (HTTP 503). Try again.",
  ],
  [Response.json({ message: "No.", hint: "Do this." }, { status: 409 }), "No. Do this."],
  [undefined, "The desk is closed. Start it again: npx prelaunch desk"],
])("says in words why a request was not carried out, also of an answer without any: %#", async (answer, words) => {
  vi.stubGlobal("fetch", async () => answer ?? Promise.reject(new TypeError("fetch failed")));
  const refused = await send("api/findings").catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(DeskError);
  expect(refused).toMatchObject({ message: words });
});

it.each([new Response(null), new Response("[1, 2")])("says that an answer is not whole: %#", async (answer) => {
  await expect(answerOf(Promise.resolve(answer))).rejects.toThrow(
    new DeskError({ message: "The desk’s answer is incomplete. Try again." }, 0),
  );
});

it("waits for what it reads no longer than the operator would", async () => {
  vi.useFakeTimers();
  const refused = read(new Promise<never>(() => undefined)).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(longestRead);
  vi.useRealTimers();
  expect(String(await refused)).toContain("The backend has not answered for 40 s. Try again;");
});
