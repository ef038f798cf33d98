import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { filesBelow } from "./exportFiles.ts";
import { replaceExport } from "./replaceExport.ts";
import { withBuildLock } from "./unchanged/buildLock.ts";

/** The files of an export with its record. */
const files = ["build.json", "client/404.html", "client/index.html", "headers.json", "hosting/nginx.conf"];

describe("an export that is built again", () => {
  let out = "";
  beforeEach(async () => {
    const made = await mkdtemp(join(tmpdir(), "keelbook-out-"));
    onTestFinished(() => rm(made, { recursive: true }));
    out = made;
  });
  const write = async (folder: string, names: string[], text: string) => {
    for (const name of names) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
  };
  const contentsOf = async (folder: string) =>
    Object.fromEntries(
      await Promise.all(
        (await filesBelow(folder)).map(async (file) => [file, await readFile(join(folder, file), "utf8")] as const),
      ),
    );
  /** All files except those of the former export. */
  const contents = async () =>
    Object.fromEntries(Object.entries(await contentsOf(out)).filter(([file]) => !file.startsWith("export.old/")));
  const former = () => contentsOf(join(out, "export.old"));
  const all = (names: string[], text: string) => Object.fromEntries(names.map((name) => [name, text]));

  it("stays whole until the new one is complete, which then replaces all of it", async () => {
    await write(out, [...files, "client/assets/gone.js"], "former");
    await replaceExport(out, async (fresh) => {
      await write(fresh, files, "new");
      await write(fresh, ["server/entry.mjs"], "not published");
      expect(await contents()).toMatchObject(all([...files, "client/assets/gone.js"], "former"));
    });
    expect(await contents()).toEqual(all(files, "new"));
    expect(await former()).toEqual(all([...files, "client/assets/gone.js"], "former"));
  });

  it("is kept until the next one is complete, for pages that are still open", async () => {
    await write(out, files, "first");
    await replaceExport(out, (fresh) => write(fresh, files, "second"));
    await replaceExport(out, async (fresh) => {
      expect(await former()).toEqual(all(files, "first"));
      await write(fresh, files, "third");
    });
    expect([await contents(), await former()]).toEqual([all(files, "third"), all(files, "second")]);
  });

  it("stays as it was after a build that fails", async () => {
    await write(out, files, "former");
    const failing = replaceExport(out, async (fresh) => {
      await write(fresh, ["client/index.html"], "half");
      throw new Error("a chunk is missing");
    });
    await expect(failing).rejects.toThrow("a chunk is missing");
    expect(await contents()).toEqual(all(files, "former"));
  });

  it("loses its record if the new one has none", async () => {
    await write(out, files, "former");
    const [, ...withoutRecord] = files;
    await replaceExport(out, (fresh) => write(fresh, withoutRecord, "new"));
    expect(await contents()).toEqual(all(withoutRecord, "new"));
  });

  it("has nothing in it of a build that was killed", async () => {
    await write(out, files, "former");
    await write(out, ["export.new/client/half.html", "export.old/client/half.html"], "killed");
    await replaceExport(out, (fresh) => write(fresh, files, "new"));
    expect([await contents(), await former()]).toEqual([all(files, "new"), all(files, "former")]);
  });

  it("keeps what else is in the folder", async () => {
    await write(out, [...files, "cli/cli.js"], "former");
    await replaceExport(out, (fresh) => write(fresh, files, "new"));
    expect((await contents())["cli/cli.js"]).toBe("former");
  });

  it.each(["client", "hosting", "server", "export.old", "export.new"])(
    "is refused a folder of somebody else's: %s",
    async (folder) => {
      const file = `${folder}/thesis.txt`;
      await write(out, [file], "a thesis");
      await expect(replaceExport(out, (fresh) => write(fresh, files, "new"))).rejects.toThrow(
        `${join(out, folder)} is not part of an export`,
      );
      expect(await contentsOf(out)).toEqual({ [file]: "a thesis" });
    },
  );

  it("is refused a folder with somebody else's file of the same name", async () => {
    await write(out, ["headers.json"], "mine");
    await expect(replaceExport(out, (fresh) => write(fresh, files, "new"))).rejects.toThrow("is not part of an export");
    expect(await contentsOf(out)).toEqual({ "headers.json": "mine" });
  });

  it("is refused a folder with somebody else's file in the place of one", async () => {
    await write(out, ["client"], "mine");
    await expect(replaceExport(out, (fresh) => write(fresh, files, "new"))).rejects.toThrow("ENOTDIR");
    expect(await contentsOf(out)).toEqual({ client: "mine" });
  });

  it("takes the place of an empty folder", async () => {
    await mkdir(join(out, "client"));
    await replaceExport(out, (fresh) => write(fresh, files, "new"));
    expect(await contents()).toEqual(all(files, "new"));
  });

  it("is replaced after a build that was killed between two renames", async () => {
    await write(out, ["headers.json", "hosting/nginx.conf"], "former");
    await write(join(out, "export.old"), ["build.json", "client/404.html"], "former");
    await write(join(out, "export.new"), files.slice(1), "killed");
    await replaceExport(out, (fresh) => write(fresh, files, "new"));
    expect(await contents()).toEqual(all(files, "new"));
  });

  it("needs no folder to be there", async () => {
    out = join(out, "new");
    await replaceExport(out, (fresh) => write(fresh, files, "new"));
    expect(await contents()).toEqual(all(files, "new"));
  });

  it.skipIf(process.platform === "win32")("is refused in one line where no folder can be made", async () => {
    // As root may write into any folder.
    const nowhere = join(out, "nowhere");
    await symlink(join(out, "none", "there"), nowhere);
    const refusal = {
      name: "SettingsError",
      message: expect.stringMatching(/^The build cannot write its files: E[A-Z]+: .*/u),
    };
    await expect(replaceExport(nowhere, (fresh) => write(fresh, files, "new"))).rejects.toMatchObject(refusal);
    await expect(withBuildLock(nowhere, async () => undefined)).rejects.toMatchObject(refusal);
  });
});
