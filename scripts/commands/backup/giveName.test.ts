import { link, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { giveName } from "./giveName.ts";

vi.mock(import("node:fs/promises"), async (original) => {
  const real = await original();
  return { ...real, link: vi.fn<typeof real.link>(real.link) };
});

describe.each([
  ["with links", undefined],
  // The errors of link(2), as tried on exFAT through FUSE, and on a mount of rclone.
  ["without links, such as exFAT", "EPERM"],
  ["of cloud storage", "EIO"],
])("on a disk %s", (_disk, code) => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "keelbook-name-"));
    await writeFile(join(folder, "unfinished"), "whole");
    if (code) vi.mocked(link).mockRejectedValueOnce(Object.assign(new Error(code), { code }));
    return async () => {
      vi.mocked(link).mockReset();
      await rm(folder, { recursive: true });
    };
  });

  it("gives a free name", async () => {
    await giveName(join(folder, "unfinished"), join(folder, "named"));
    expect(await readdir(folder)).toEqual(["named"]);
    expect(await readFile(join(folder, "named"), "utf8")).toBe("whole");
  });

  it("leaves a taken name to its file", async () => {
    await writeFile(join(folder, "named"), "another's");
    await expect(giveName(join(folder, "unfinished"), join(folder, "named"))).rejects.toMatchObject({ code: "EEXIST" });
    expect(await readFile(join(folder, "named"), "utf8")).toBe("another's");
    expect(await readdir(folder)).toEqual(["named", "unfinished"]);
  });

  it("takes no name for a file that cannot be given it", async () => {
    await expect(giveName(join(folder, "gone"), join(folder, "named"))).rejects.toMatchObject({ code: "ENOENT" });
    expect(await readdir(folder)).toEqual(["unfinished"]);
  });
});
