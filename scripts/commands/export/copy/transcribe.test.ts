import { expect, it } from "vitest";
import { transcriber } from "./transcribe.ts";

it("writes a time that is shorter than a day as it is, whatever lay there before", () => {
  const transcribe = transcriber({ kinds: ["time", "text"], written: 2, raw: false, lineEnd: "\n" });
  // After the first call, the space of the name lies in the buffer where a day would end.
  const lines = () => String(transcribe(Buffer.from("infinity\tA late riser\n")).content);
  expect([lines(), lines()]).toEqual(["infinity,A late riser\n", "infinity,A late riser\n"]);
});
