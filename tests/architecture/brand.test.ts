import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { filesBelow } from "../../scripts/build/exportFiles.ts";
import { brand, defaultSiteUrl } from "../../server/contract/brand.ts";

/** Files in which the product's name or address may be written out, and why. */
const homes: Record<string, string> = {
  "server/contract/brand.ts": "Everybody else takes them from here.",
  "server/http/problem.ts": "The name of a problem's type never changes (RFC 4151).",
  "server/mail/messages/generated.ts": "Written by `npm run mails`.",
  "supabase/config.toml": "tests/contract/auth/mails.test.ts compares its subjects with the mails'.",
};

const folders = ["components", "deploy", "pages", "scripts", "server", "supabase"];
const host = new URL(defaultSiteUrl).host;

it("has the product's name and address in one place for page, mails, desk, command line and deploy files", async () => {
  const naming: string[] = [];
  for (const folder of folders)
    for (const file of (await filesBelow(folder)).map((name) => `${folder}/${name}`)) {
      if (/\.test\.tsx?$|^supabase\/templates\//u.test(file) || homes[file]) continue;
      const lines = (await readFile(file, "utf8")).split("\n");
      for (const [index, line] of lines.entries())
        if ([brand, host].some((name) => line.includes(name)) && !/^\s*(?:\/\/|\/?\*)/u.test(line))
          naming.push(`${file}:${index + 1}: ${line.trim()}`);
    }
  expect(naming).toEqual([]);
});
