import { afterEach, expect, it, vi } from "vitest";
import { DeskError, send } from "./api.ts";

afterEach(() => void vi.unstubAllGlobals());

it.each([
  [new Response("", { status: 502 }), "The desk could not do that, and does not say why (HTTP 502). Try again."],
  [Response.json({ message: "No.", hint: "Do this." }, { status: 409 }), "No. Do this."],
  [undefined, "The desk is closed. Start it again: npx prelaunch desk"],
])("says in words why a request was not carried out, also of an answer without any: %#", async (answer, words) => {
  vi.stubGlobal("fetch", async () => answer ?? Promise.reject(new TypeError("fetch failed")));
  const refused = await send("api/findings").catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(DeskError);
  expect(refused).toMatchObject({ message: words });
});
