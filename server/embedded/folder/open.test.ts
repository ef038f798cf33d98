import { execFile } from "node:child_process";
import { chmod, chown, mkdtemp, mkdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeEach, describe, expect, it } from "vitest";
import { openDataFolder } from "./open.ts";

describe("a data folder", () => {
  let parent: string;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), "keelbook-open-"));
    return () => rm(parent, { recursive: true });
  });
  const permissions = async (path: string) => (await stat(path)).mode & 0o777;
  /** Opens `a/b/data`, none of which is there yet. A worker, which runs this test, cannot set the umask. */
  const openIn = async (umask: string) => {
    const open = `await (await import(${JSON.stringify(new URL("open.ts", import.meta.url))})).openDataFolder(process.argv[1])`;
    const node = ["--import", "tsx", "--input-type=module", "-e", open, join(parent, "a", "b", "data")];
    await promisify(execFile)("sh", ["-c", `umask ${umask} && exec "$0" "$@"`, process.execPath, ...node]);
  };

  it.skipIf(process.platform === "win32")(
    "and its parents are writable for nobody else, whatever the umask",
    async () => {
      await openIn("0");
      expect(await permissions(join(parent, "a"))).toBe(0o755);
      expect(await permissions(join(parent, "a", "b"))).toBe(0o755);
      expect(await permissions(join(parent, "a", "b", "data"))).toBe(0o700);
    },
  );

  it.runIf(process.getuid?.() === 0)("can be entered by PostgreSQL's user, whatever the umask", async () => {
    await chmod(parent, 0o755);
    await openIn("077");
    expect(await permissions(join(parent, "a"))).toBe(0o755);
    expect(await permissions(join(parent, "a", "b"))).toBe(0o755);
  });

  // Only root can make files of other users.
  it.runIf(process.getuid?.() === 0).each([
    [
      "keys",
      async (folder: string) => {
        await writeFile(join(folder, "keys.json"), "{}");
        await chown(join(folder, "keys.json"), 65_534, 65_534);
      },
    ],
    [
      "an inbox",
      async (folder: string) => {
        await mkdir(join(folder, "inbox"));
        await chown(join(folder, "inbox"), 65_534, 65_534);
      },
    ],
  ])("with %s of another user is refused and left as it is", async (_, plant) => {
    const folder = join(parent, "planted");
    await mkdir(folder, { mode: 0o755 });
    await plant(folder);
    await expect(openDataFolder(folder)).rejects.toThrow("belongs to another user (65534)");
    expect(await stat(folder)).toMatchObject({ uid: 0 });
    expect(await permissions(folder)).toBe(0o755);
  });

  it("with files of its own is opened again, whoever has noted a backup there", async () => {
    const folder = await openDataFolder(join(parent, "own"));
    await writeFile(join(folder, "keys.json"), "{}");
    await mkdir(join(folder, "lock"));
    await writeFile(join(folder, "last-backup"), "");
    if (process.getuid?.() === 0) await chown(join(folder, "last-backup"), 65_534, 65_534);
    await expect(openDataFolder(folder)).resolves.toBe(folder);
  });

  it.skipIf(process.platform === "win32")("that others could read is closed to them", async () => {
    const folder = join(parent, "open");
    await mkdir(folder);
    await chmod(folder, 0o755);
    await openDataFolder(folder);
    expect(await permissions(folder)).toBe(0o700);
  });
});
