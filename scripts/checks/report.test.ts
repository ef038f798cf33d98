import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { ok, warning } from "../../server/launch/finding.ts";
import { report } from "./report.ts";

const reader = { color: { out: false, err: false }, unicode: true, columns: 80 };
const long = "Make one: npx prelaunch backup FILE; every night, and if the disk is copied instead: docs/backup.md";

it.each([true, false])(
  "keeps its columns where a terminal (%s) is narrow, and is whole elsewhere",
  async (outIsTerminal) => {
    const out = new PassThrough();
    await report({ ...reader, out, outIsTerminal }, [warning("backup", "No backup.", long)]);
    out.end();
    const lines = (await text(out)).trimEnd().split("\n");
    const texts = lines.map((line) => line.slice(17));
    expect(lines.every((line) => !outIsTerminal || line.length <= 80)).toBe(true);
    expect(lines.slice(1).every((line) => line.startsWith(" ".repeat(17)))).toBe(true);
    expect([lines.length > 2, texts.slice(1).join(" ")]).toEqual([outIsTerminal, `→ ${long}`]);
  },
);

it("is a table with remedies, which controls no terminal, whatever a page contains", async () => {
  const out = new PassThrough();
  const found = [ok("mail", "Fine."), warning("secrets", "/a\u001b[2J is there.", "Remove \u202ea")];
  await report({ ...reader, out, outIsTerminal: false }, found);
  out.end();
  const lines = [
    "ok       mail     Fine.",
    "warning  secrets  /a\ufffd[2J is there.",
    "                  → Remove \ufffda",
    "",
  ];
  expect(await text(out)).toBe(lines.join("\n"));
});
