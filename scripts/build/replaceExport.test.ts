import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { filesBelow } from "./exportFiles.ts";
import { replaceExport } from "./replaceExport.ts";
import { recordBuild } from "./unchanged.ts";

const files = ["client/404.html", "client/index.html", "headers.json", "hosting/nginx.conf"];

describe("an export that is built again", () => {
  let out = "";
  beforeEach(async () => {
    out = await mkdtemp(join(tmpdir(), "keelbook-out-"));
    const made = out;
    onTestFinished(() => rm(made, { recursive: true }));
  });
  const write = async (folder: string, text: string, names = files) => {
    for (const name of names) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
  };
  const build = (text: string) =>
    replaceExport(out, async (fresh) => {
      await write(fresh, text);
      await recordBuild(fresh, text, {});
    });
  /** The text of each file except the record. */
  const contents = async (folder = out) => {
    const names = (await filesBelow(folder)).filter((name) => !/^export|build\.json$/u.test(name));
    return Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const)),
    );
  };
  const all = (text: string, names = files) => Object.fromEntries(names.map((name) => [name, text]));

  it("stays whole until the new one is complete, and is kept beside it until the next, for pages that are open", async () => {
    await build("first");
    await replaceExport(out, async (fresh) => {
      await write(fresh, "second");
      await recordBuild(fresh, "second", {});
      expect(await contents()).toEqual(all("first"));
    });
    expect(await contents()).toEqual(all("second"));
    await build("third");
    expect([await contents(), await contents(join(out, "export.old"))]).toEqual([all("third"), all("second")]);
  });

  it("stays as it was after a build that fails", async () => {
    await build("former");
    const failing = replaceExport(out, async (fresh) => {
      await write(fresh, "half", ["client/index.html"]);
      throw new Error("a chunk is missing");
    });
    await expect(failing).rejects.toThrow("a chunk is missing");
    expect(await contents()).toEqual(all("former"));
    expect((await filesBelow(out)).filter((name) => name.startsWith("export.new"))).toEqual([]);
  });

  it("is refused a folder of somebody else's, which stays as it was", async () => {
    await write(out, "a thesis", ["client/thesis.txt"]);
    await expect(build("new")).rejects.toThrow(`${out} is not the folder of an export`);
    expect(await contents()).toEqual(all("a thesis", ["client/thesis.txt"]));
  });
});
