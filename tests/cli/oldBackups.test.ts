import { execFileSync } from "node:child_process";
import { readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { scratchFolder } from "./terminal.ts";

const day = 86_400_000;

const found = (text: string, pattern: RegExp): string => {
  const [, command] = pattern.exec(text) ?? [];
  if (command === undefined) throw new Error(`Nothing there is like ${pattern}.`);
  return command;
};

describe.each([
  ["deploy/keelbook-backup.service", /^ExecStartPost=\/bin\/sh -c '(.*)'$/mu, "/var/lib/keelbook/backups"],
  ["docs/backup.md", /&& (cd \/var\/backups\/keelbook && .*)$/mu, "/var/backups/keelbook"],
])("what %s deletes after a backup", (file, pattern, place) => {
  /** The backups that are kept of daily ones, the newest of which is `age` days old; numbers are days before the newest. */
  const left = async (days: number, age: number): Promise<number[]> => {
    const { folder, remove } = await scratchFolder();
    try {
      for (let n = 0; n < days; n++) {
        const backup = join(folder, `keelbook-${n}.backup`);
        await writeFile(backup, "");
        const time = new Date(Date.now() - (n + age) * day);
        await utimes(backup, time, time);
      }
      const command = found(await readFile(file, "utf8"), pattern).replace(place, folder);
      execFileSync("sh", ["-c", command], { stdio: "inherit" });
      return (await readdir(folder)).map((name) => Number(/\d+/u.exec(name)?.[0])).sort((a, b) => a - b);
    } finally {
      await remove();
    }
  };

  it("is what is older than 30 days", async () => {
    expect(await left(40, 0)).toEqual(Array.from({ length: 31 }, (_, n) => n));
    expect(await left(3, 0)).toEqual([0, 1, 2]);
  });

  it("is never one of the newest seven, where the clock has jumped ahead", async () => {
    expect(await left(10, 3650)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });
});
