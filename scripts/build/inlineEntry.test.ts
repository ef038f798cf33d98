import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inlineEntry } from "./inlineEntry.ts";

let site: string;
beforeEach(async () => {
  site = await mkdtemp(join(tmpdir(), "inline-entry-"));
  await mkdir(join(site, "assets/entries"), { recursive: true });
  await mkdir(join(site, "assets/chunks"));
});
afterEach(() => rm(site, { recursive: true }));

const write = (file: string, text: string) => writeFile(join(site, file), text);
const page = '<body><script src="/promo/assets/entries/entry.abc.js" type="module" async></script></body>';

describe("the client entry", () => {
  it("stands in the page, and imports from the root of the host", async () => {
    await write("index.html", page);
    await write("assets/entries/entry.abc.js", "const form=()=>import(`../chunks/form.js`),sum=`$&`;\n");
    await inlineEntry(site);
    expect(await readFile(join(site, "index.html"), "utf8")).toBe(
      '<body><script type="module">const form=()=>import("/promo/assets/chunks/form.js"),sum="$&";</script></body>',
    );
  });

  it("is not inlined where it would have every reader fetch a chunk", async () => {
    await write("index.html", page);
    await write("assets/entries/entry.abc.js", 'import{mark}from"../chunks/form.js";');
    await expect(inlineEntry(site)).rejects.toThrow("The client entry imports ../chunks/form.js");
  });

  it("is not inlined where a chunk would fetch it once more", async () => {
    await write("index.html", page);
    await write("assets/entries/entry.abc.js", "export const mark=1;");
    await write("assets/chunks/form.js", 'import{mark}from"../entries/entry.abc.js";');
    await expect(inlineEntry(site)).rejects.toThrow("assets/chunks/form.js imports from the client entry.");
  });

  it("is not inlined where HTML would parse it differently", async () => {
    await write("index.html", page);
    await write("assets/entries/entry.abc.js", 'const html="</script>";');
    await expect(inlineEntry(site)).rejects.toThrow("ends or hides a script");
  });
});
