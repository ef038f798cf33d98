import { chown, lchown, mkdir, mkdtemp, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { joinOr } from "./join.ts";
import { openDataFolder } from "./open.ts";

/** A user of the machine who is neither this one nor PostgreSQL's. */
const stranger = 65_534;

describe("a data folder", () => {
  let folder: string;
  beforeEach(async () => {
    const parent = await mkdtemp(join(tmpdir(), "keelbook-open-"));
    folder = join(parent, "data");
    return () => rm(parent, { recursive: true });
  });

  it("is made with its parents, and opened again", async () => {
    const below = join(folder, "a", "b");
    for (let times = 0; times < 2; times++) {
      expect(await openDataFolder(below)).toBe(below);
      await writeFile(join(below, "keys.json"), "{}");
    }
    expect((await stat(below)).mode & 0o777).toBe(0o700);
  });

  it.runIf(process.platform === "linux").each(["/proc/x", "/proc/x/y"])(
    "is refused where the system makes none: %s",
    async (path) => {
      await expect(openDataFolder(path)).rejects.toThrow(`The data folder ${path} cannot be used: ENOENT`);
    },
  );

  // Root reads everything but a file as a folder.
  it.each(process.getuid?.() === 0 ? ["ENOTDIR"] : ["ENOTDIR", "EACCES"])(
    "that cannot be read is refused to a stack and to commands in one line: %s",
    async (code) => {
      await (code === "ENOTDIR" ? writeFile(folder, "") : mkdir(folder, { mode: 0o300 }));
      for (const attempt of [() => openDataFolder(folder), () => joinOr(folder, {}, async () => "started")])
        await expect(attempt()).rejects.toMatchObject({
          name: "StackError",
          message: expect.stringContaining(`The data folder ${folder} cannot be used: ${code}`),
        });
    },
  );

  // Only root can make files of other users.
  it.runIf(process.getuid?.() === 0).each<[what: string, plant: (path: (name: string) => string) => Promise<void>]>([
    [
      "keys of another user",
      async (path) => {
        await writeFile(path("keys.json"), "{}");
        await chown(path("keys.json"), stranger, stranger);
      },
    ],
    [
      "another user's link to keys",
      async (path) => {
        await writeFile(path("stack.json"), "{}");
        await symlink("stack.json", path("keys.json"));
        await lchown(path("keys.json"), stranger, stranger);
      },
    ],
    [
      "a link to another user's keys",
      async (path) => {
        await writeFile(path("../known"), "{}");
        await chown(path("../known"), stranger, stranger);
        await symlink("../known", path("keys.json"));
      },
    ],
    [
      "an inbox that another user reads",
      async (path) => {
        await writeFile(path("keys.json"), "{}");
        await mkdir(path("inbox"));
        await chown(path("inbox"), stranger, stranger);
      },
    ],
  ])("with %s is refused to a stack and to commands, and left as it is", async (_, plant) => {
    await mkdir(folder, { mode: 0o755 });
    await plant((name) => join(folder, name));
    const refused = `belongs to another user (${stranger})`;
    await expect(openDataFolder(folder)).rejects.toThrow(refused);
    await expect(joinOr(folder, {}, async () => "started")).rejects.toThrow(refused);
    const { uid, mode } = await stat(folder);
    expect([uid, mode & 0o777]).toEqual([0, 0o755]);
  });

  it.runIf(process.getuid?.() === 0)("of another user is used by root's commands", async () => {
    await mkdir(folder);
    await writeFile(join(folder, "keys.json"), "{}");
    for (const path of [folder, join(folder, "keys.json")]) await chown(path, stranger, stranger);
    expect(await joinOr(folder, {}, async () => "started")).toBe("started");
  });
});
