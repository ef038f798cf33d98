import { Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { ok, warning } from "./finding.ts";
import { report } from "./report.ts";

describe("what a check says", () => {
  const findings = [
    ok("data", "No duplicates, no malformed addresses, no unknown roles or statuses."),
    warning(
      "reviews",
      "30 of 31 applications wait for longer than 48 hours, the oldest for 60 d.",
      "npx a-command ".repeat(6),
    ),
  ];
  const read = async (outIsTerminal: boolean, columns: number, found = findings) => {
    let text = "";
    const out = new Writable({
      write(chunk: Buffer, _encoding, done) {
        text += chunk.toString();
        done();
      },
    });
    await report({ out, outIsTerminal, columns, color: { out: false, err: false }, unicode: true }, found);
    return text.split("\n");
  };

  it("is broken between words at a terminal, in its column; a command stays whole", async () => {
    expect(await read(true, 64)).toEqual([
      "ok       data     No duplicates, no malformed addresses, no",
      "                  unknown roles or statuses.",
      "warning  reviews  30 of 31 applications wait for longer than 48",
      "                  hours, the oldest for 60 d.",
      `                  → ${"npx a-command ".repeat(6).trimEnd()}`,
      "",
    ]);
  });

  it("controls no terminal, whatever a page contains", async () => {
    const found = [warning("links", "/a\u001b[2J is not there.", "Remove \u202ea")];
    const lines = ["warning  links  /a\ufffd[2J is not there.", "                → Remove \ufffda", ""];
    expect(await read(true, 80, found)).toEqual(lines);
    expect(await read(false, 80, found)).toEqual(lines);
  });

  it.each([
    ["in a pipe", false, 64],
    ["where its column would be too narrow to read", true, 50],
  ])("is a line each %s", async (_where, outIsTerminal, columns) => {
    const lines = await read(outIsTerminal, columns);
    expect(lines[0]).toBe("ok       data     No duplicates, no malformed addresses, no unknown roles or statuses.");
    expect(lines).toHaveLength(4);
  });
});
