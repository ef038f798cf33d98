import { execFileSync } from "node:child_process";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { openDatabase } from "../../../server/embedded/backup/openDatabase.ts";
import { withClient } from "../../../server/embedded/database/withClient.ts";
import { cli } from "../../cli/terminal.ts";
import { type Figure, figure, note } from "../support/figures.ts";
import { withBench } from "../support/part.ts";

const people = 100_000;

/**
 * Most memory of this process, in MiB, which includes the compiler and an export: a backup has parts of 8,
 * however long the list is.
 */
const mostMemory = 500;

/** Adds 100,000 people, and one row of 20 million bytes, in one transaction. */
const fill = `
  insert into waitlist (email, confirmed_at) select 'p' || i || '@torture.invalid', now() from generate_series(1, ${people}) i;
  insert into erasures (removed) values (jsonb_build_object('n', repeat('x', 20000000)))`;

/** Saves, restores and exports a long list, and saves it to a disk that has no room for it. */
export const list = (): Promise<Figure[]> =>
  withBench(async ({ dataFolder, crowd, stack }) => {
    await crowd.visit(stack().url, "waitlist");
    const database = await openDatabase(dataFolder);
    await withClient(database.url, (client) => client.query(fill));
    await database.close();
    const folder = join(dataFolder, "..");
    const run = (...argv: string[]) => cli(argv, { folder, env: { DATA_FOLDER: dataFolder } });
    const exportTo = async (file: string, data: string) => {
      await run("export", "waitlist", "--out", file, "--data", data);
      return readFile(join(folder, file));
    };
    const before = await exportTo("before.csv", dataFolder);
    let memory = 0;
    const watch = setInterval(() => (memory = Math.max(memory, process.memoryUsage.rss())), 20);
    const started = performance.now();
    const saved = await run("backup", "list.backup");
    const between = performance.now();
    const restored = await run("restore", "list.backup", "--data", join(folder, "restored"));
    const ended = performance.now();
    clearInterval(watch);
    const after = await exportTo("after.csv", join(folder, "restored"));
    const full = await onFullDisk(join(folder, "full"), (file) => run("backup", file));
    return [
      figure("exit codes of backup and restore", `${saved.code}, ${restored.code}`, saved.code + restored.code === 0),
      note("seconds that they took", `${seconds(between - started)}, ${seconds(ended - between)}`),
      figure("memory at their peak, MiB", Math.round(memory / 2 ** 20), memory < mostMemory * 2 ** 20),
      figure("bytes of the export, and whether it is the same afterwards", `${before.length}`, before.equals(after)),
      ...full,
    ];
  });

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

/** Saves a backup to a small file system, which needs root to be mounted. */
async function onFullDisk(folder: string, backup: (file: string) => ReturnType<typeof cli>): Promise<Figure[]> {
  await mkdir(folder);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", folder], { stdio: "ignore" });
  } catch {
    return [note("full disk skipped", "a file system cannot be mounted here")];
  }
  try {
    const { code, err } = await backup(join(folder, "list.backup"));
    const left = await readdir(folder);
    return [
      figure(
        "a backup on a full disk",
        err.trim().split("\n").at(-1) ?? "",
        code === 1 && err.includes("disk is full"),
      ),
      figure("what it leaves there", left.join(", ") || "nothing", left.length === 0),
    ];
  } finally {
    execFileSync("umount", ["-l", folder]);
  }
}
