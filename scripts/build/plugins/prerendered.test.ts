import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { prerendered } from "./prerendered.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "prerendered-"));
});
afterEach(() => rm(folder, { recursive: true }));

it("gives the browser the data that a module exports, and none of the code that makes it", async () => {
  const entry = join(folder, "card.prerendered.tsx");
  await writeFile(join(folder, "words.ts"), 'export const words: string[] = ["Welcome", "Sign out"];');
  await writeFile(
    entry,
    'import { basename } from "node:path";\nimport { words } from "./words.ts";\nexport const card = { name: basename("/a/b"), words };',
  );
  const built = await build({
    configFile: false,
    logLevel: "silent",
    publicDir: false,
    plugins: [prerendered()],
    build: { write: false, lib: { entry, formats: ["es"] } },
  });
  const [chunk] = [built].flat().flatMap((one) => ("output" in one ? one.output : []));
  if (chunk?.type !== "chunk") throw new Error("Nothing was built.");
  expect(chunk.moduleIds).toEqual([entry]);
  const { card } = await import(`data:text/javascript,${encodeURIComponent(chunk.code)}`);
  expect(card).toEqual({ name: "b", words: ["Welcome", "Sign out"] });
});
