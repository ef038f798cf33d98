import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { noteBackup } from "../../../server/embedded/folder/lastBackup.ts";
import { resolveSettings } from "../../../server/settings/resolve.ts";
import { checkBackups } from "./backups.ts";

describe("the last backup", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "keelbook-backups-"));
    return () => rm(folder, { recursive: true });
  });
  const now = new Date("2026-05-09T12:00:00Z");
  const check = (embedded = true) =>
    checkBackups({
      embedded,
      settings: resolveSettings({ DATA_FOLDER: { value: folder, source: "flag" } }, {}, folder),
      clock: () => now,
    });

  it("is not known where nobody tells, and none of a hosted project's is looked for", async () => {
    expect(await check()).toMatchObject([{ level: "unknown" }]);
    expect(await check(false)).toEqual([]);
  });

  it.each([
    ["2026-05-09T11:20:00Z", "ok", "The last backup is 40 min old."],
    ["2026-05-02T12:00:00Z", "ok", "The last backup is 7 d old."],
    [
      "2026-05-01T11:00:00Z",
      "warning",
      "The last backup is 8 d old: whatever came since would be lost with this disk.",
    ],
    ["2026-05-09T12:05:00Z", "ok", "The last backup is 0 min old."],
    ["2027-05-09T12:00:00Z", "unknown", "No backup of this database is known here."],
  ])("of %s is %s", async (at, level, message) => {
    await noteBackup(folder, new Date(at));
    expect(await check()).toMatchObject([{ level, message }]);
  });
});
