import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { ok, warning } from "../../server/launch/finding.ts";
import { report } from "./report.ts";

it("is a table with remedies, which controls no terminal, whatever a page contains", async () => {
  const out = new PassThrough();
  const found = [ok("mail", "Fine."), warning("secrets", "/a\u001b[2J is there.", "Remove \u202ea")];
  await report({ out, color: { out: false, err: false }, unicode: true }, found);
  out.end();
  const lines = [
    "ok       mail     Fine.",
    "warning  secrets  /a\ufffd[2J is there.",
    "                  → Remove \ufffda",
    "",
  ];
  expect(await text(out)).toBe(lines.join("\n"));
});
