import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { removeExport } from "./removeExport.ts";

const outFolder = async (...files: string[]) => {
  const out = await mkdtemp(join(tmpdir(), "keelbook-out-"));
  onTestFinished(() => rm(out, { recursive: true, force: true }));
  for (const file of files) {
    await mkdir(join(out, file, ".."), { recursive: true });
    await writeFile(join(out, file), "");
  }
  return out;
};

describe("making room for an export", () => {
  it.each([["client/404.html"], ["client/.vite/manifest.json"]])("removes the previous one: %s", async (file) => {
    const out = await outFolder(file, "headers.json");
    await removeExport(out);
    expect(await readdir(out)).toEqual(["headers.json"]);
  });

  it.each([["client/thesis.txt"], ["server/thesis.txt"]])("keeps what a build has not made: %s", async (file) => {
    const out = await outFolder(file);
    await expect(removeExport(out)).rejects.toThrow("is not part of an export");
    expect(await readdir(join(out, file, ".."))).toEqual(["thesis.txt"]);
  });

  it("needs nothing to be there", async () => {
    await expect(removeExport(join(await outFolder(), "new"))).resolves.toBeUndefined();
  });
});
