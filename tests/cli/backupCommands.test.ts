import { execFileSync, spawn, spawnSync } from "node:child_process";
import { lstat, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../server/embedded/backup/openDatabase.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { acquireLock } from "../../server/embedded/lock/lock.ts";
import { startStack } from "../../server/embedded/stack/stack.ts";
import { eventually } from "../support/eventually.ts";
import { flushesOf } from "../support/flushes.ts";
import { prepareDataFolder } from "../support/preparedFolder.ts";
import { bin, start } from "./processes.ts";
import { restoreUnchecked } from "./restoreUnchecked.ts";
import { cli, type Outcome, scratchFolder } from "./terminal.ts";

const rows = 500;

describe("backup and restore", () => {
  let folder: string;
  let file: string;
  /** Results of a backup and a restore while the stack was running. */
  let saved: Outcome;
  let refused: Outcome;
  /** The folder to restore into. */
  let data: string;
  beforeAll(async () => {
    const scratch = await scratchFolder();
    folder = scratch.folder;
    file = join(folder, "first.backup");
    data = join(folder, "new");
    await prepareDataFolder(join(folder, ".data"));
    const stack = await startStack({ dataFolder: join(folder, ".data"), port: 0 });
    try {
      await withClient(stack.databaseUrl, (client) =>
        client.query(
          `insert into waitlist (email) select 'p' || i || '@example.com' from generate_series(1, ${rows}) i`,
        ),
      );
      saved = await cli(["backup", "first.backup"], { folder, interactive: true, columns: 500 });
      refused = await cli(["restore", file, "--replace"], { folder });
    } finally {
      await stack.stop();
    }
    return scratch.remove;
  });
  const exported = async (from = data): Promise<number> => {
    const { out } = await cli(["export", "waitlist", "--columns", "email", "--out", "-", "--data", from], { folder });
    return out.trim().split("\n").length - 1;
  };

  it("saves a running stack to a file that only its owner can read, and says that it was proven", async () => {
    expect(saved.code).toBe(0);
    expect(saved.err).toMatch(/Saved 50\d rows\.$/mu);
    // While rows are read, and while they are proven.
    for (const all of [/ 100 % {2}50\d of 50\d /u, / 100 % {2}0\.\d MB of 0\.\d MB /u]) expect(saved.err).toMatch(all);
    expect(saved.err).toContain("is written and can be restored");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).sort()).toEqual([".data", "first.backup"]);
    expect(await readdir(join(folder, ".data"))).toContain("last-backup");
    const listed = execFileSync("tar", ["tzf", file]).toString().split("\n");
    expect(listed).toContain("tables/public.waitlist/000000");
  });

  it("restores into a new folder, with the keys that sessions depend on, and checks the result", async () => {
    const { code, out, err } = await cli(["restore", file, "--data", data], { folder });
    expect(err).toContain(` waitlist ${rows}`);
    expect(err).toMatch(/^A backup of \d{4}-\d\d-\d\d \d\d:\d\d UTC, by/u);
    expect(err).toContain("people who were erased, unsubscribed, bounced, complained or were told of the launch");
    expect(out).toMatch(/^ok +migrations +All \d+ were applied, and no others\.$/mu);
    expect(out).toMatch(/^ok +backup +The last backup is \d min old\.$/mu);
    expect(code).toBe(0);
    expect(JSON.parse(await readFile(join(data, "keys.json"), "utf8"))).toEqual(
      JSON.parse(await readFile(join(folder, ".data", "keys.json"), "utf8")),
    );
    expect(await exported()).toBe(rows);
    expect((await readdir(data)).filter((name) => /restor|replaced/u.test(name))).toEqual([]);
    expect(await cli(["restore", file, "--data", data], { folder })).toMatchObject({
      code: 2,
      err: expect.stringContaining("has a database"),
    });
  });

  it("leaves the database as it was if it is killed, and the next command removes its files", async () => {
    const { child, done } = start(["restore", file, "--replace", "--data", data], {}, folder);
    const pidFile = join(data, `restoring-${child.pid}`, "postgres", "postmaster.pid");
    const lines = async () => (await readFile(pidFile, "utf8").catch(() => "")).split("\n");
    await eventually("its own PostgreSQL runs", async () => (await lines())[7]?.trim() === "ready");
    const leftRunning = Number((await lines())[0]);
    child.kill("SIGKILL");
    await done;
    expect(process.kill(leftRunning, 0)).toBe(true);
    // A folder that no restore created.
    await mkdir(join(data, "restoring-1"));
    await writeFile(join(data, "restoring-1", "notes"), "");
    expect(await exported()).toBe(rows);
    // An exited process exists until process 1 has reaped it.
    expect(await readFile(`/proc/${leftRunning}/cmdline`, "utf8").catch(() => "")).toBe("");
    expect((await readdir(data)).filter((name) => name.startsWith("restoring-"))).toEqual(["restoring-1"]);
    await rm(join(data, "restoring-1"), { recursive: true });
  });

  it("stops a PostgreSQL that a killed stack left, which would write to the database that takes its place", async () => {
    const killed = join(folder, "killed");
    await prepareDataFolder(killed);
    const script = fileURLToPath(new URL("../support/runStack.ts", import.meta.url));
    const child = spawn(process.execPath, ["--import", "tsx", script, killed], { stdio: "ignore" });
    const ended = new Promise((resolve) => child.on("exit", resolve));
    const pidFile = join(killed, "postgres", "postmaster.pid");
    const lines = async () => (await readFile(pidFile, "utf8").catch(() => "")).split("\n");
    await eventually("its PostgreSQL runs", async () => (await lines())[7]?.trim() === "ready");
    const leftRunning = Number((await lines())[0]);
    child.kill("SIGKILL");
    await ended;
    expect(process.kill(leftRunning, 0)).toBe(true);
    // Otherwise it would be stopped for reading what was done since the backup.
    await rm(join(killed, "keys.json"));
    await restoreUnchecked(file, killed);
    expect(await exported(killed)).toBe(rows);
    expect(await readFile(`/proc/${leftRunning}/cmdline`, "utf8").catch(() => "")).toBe("");
  });

  it("takes away what a first restore left that was killed, where other commands find no database", async () => {
    const first = join(folder, "first");
    const { child, done } = start(["restore", file, "--data", first], {}, folder);
    const made = join(first, `restoring-${child.pid}`);
    const pidFile = join(made, "postgres", "postmaster.pid");
    await eventually("its own PostgreSQL runs", async () =>
      (await readFile(pidFile, "utf8").catch(() => "")).includes("ready"),
    );
    child.kill("SIGKILL");
    await done;
    const mark = await readFile(join(made, "made-by-restore"));
    for (const argv of [
      ["export", "waitlist", "--out", "-"],
      ["backup", "-"],
    ]) {
      // For the second command, the first has removed all but this.
      await mkdir(made, { recursive: true });
      await writeFile(join(made, "made-by-restore"), mark);
      expect(await cli([...argv, "--data", first], { folder })).toEqual({
        code: 3,
        out: "",
        err: expect.stringMatching(
          /^error: There is no database in .*new one\. What a restore that was ended had loaded there was of no use and is removed\.\n$/u,
        ),
      });
      expect(await readdir(first)).toEqual(["lock"]);
      expect((await cli([...argv, "--data", first], { folder })).err).toMatch(/make a new one\.\n$/u);
    }
  });

  it("says how to upgrade from another major version of PostgreSQL, and does it", async () => {
    await writeFile(join(data, "postgres", "PG_VERSION"), "17\n");
    await expect(startStack({ dataFolder: data, port: 0 })).rejects.toThrow(
      /made by PostgreSQL 17, this version brings PostgreSQL 18\. .*prelaunch restore FILE --replace/u,
    );
    // Its mails would reach nobody: not a matter of the restore, which must not seem to have failed.
    const env = { SITE_URL: "https://site.example" };
    const { code, err } = await cli(["restore", file, "--replace", "--data", data], { folder, env });
    expect(err).toMatch(/\nerror: 1 thing is wrong\.\nThe backup is restored nevertheless\.\n$/u);
    expect(code).toBe(1);
    expect(err).toContain("the former database cannot be read (PostgreSQL 17 made it, and this is 18).\n");
    const names = await readdir(data);
    expect(names.filter((name) => name.startsWith("restor"))).toEqual([]);
    const aside = join(data, names.find((name) => name.startsWith("replaced-")) ?? "");
    expect(err).toContain(aside);
    expect((await readdir(aside)).sort()).toEqual(["keys.json", "postgres"]);
    expect(await readFile(join(aside, "postgres", "PG_VERSION"), "utf8")).toBe("17\n");
    expect(await exported()).toBe(rows);
  });

  it("works through pipes, for an encrypting program", () => {
    const shell = `"${process.execPath}" "${bin}" backup - --data .data | cat | "${process.execPath}" "${bin}" restore - --dry-run`;
    const { status, stderr } = spawnSync("sh", ["-c", shell], { cwd: folder });
    expect(stderr.toString()).toContain("It can be restored. Nothing was changed.");
    expect(status).toBe(0);
  });

  it.runIf(process.platform === "linux")("says in one line that the disk is full", () => {
    const { status, stderr } = spawnSync(
      "sh",
      ["-c", `"${process.execPath}" "${bin}" backup - --data .data > /dev/full`],
      {
        cwd: folder,
      },
    );
    expect(stderr.toString()).toBe("error: stdout cannot be written: the disk is full.\n");
    expect(status).toBe(1);
  });

  it.runIf(process.platform === "linux")("says so for a device and for a file, too", async () => {
    expect(await cli(["backup", "/dev/full"], { folder })).toMatchObject({
      code: 1,
      err: expect.stringContaining("error: /dev/full cannot be written: the disk is full.\n"),
    });
  });

  it("replaces a file only if told to, and follows a symlink", async () => {
    const run = (...argv: string[]) => cli(["backup", "--no-check", ...argv], { folder });
    await symlink("first.backup", join(folder, "link"));
    const before = await stat(file);
    for (const name of ["first.backup", "link"])
      expect(await run(name)).toMatchObject({ code: 2, err: expect.stringContaining(" exists.\n") });
    expect(await run(".")).toMatchObject({ code: 2, err: expect.stringContaining("is a folder") });
    expect(await run("nowhere/x.backup")).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^error: .*x\.backup cannot be written: its folder does not exist\.\n$/u),
    });
    expect((await stat(file)).ino).toBe(before.ino);
    const flushes = await flushesOf(folder);
    expect(await run("link", "--force")).toMatchObject({
      code: 0,
      err: expect.stringContaining("first.backup is written, not checked"),
    });
    expect((await stat(file)).ino).not.toBe(before.ino);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await lstat(join(folder, "link"))).isSymbolicLink()).toBe(true);
    expect(flushes).toEqual([expect.not.arrayContaining(["first.backup.unfinished"])]);
  });

  it("makes no database where there is none, and leaves a hosted project to Supabase", async () => {
    for (const place of [join(folder, "typo"), file])
      expect(await cli(["backup", "x", "--data", place], { folder })).toMatchObject({
        code: 3,
        err: expect.stringContaining(`There is no database in ${place}.`),
      });
    await expect(stat(join(folder, "typo"))).rejects.toThrow("ENOENT");
    const env = { SUPABASE_URL: "https://abc.supabase.co", SUPABASE_SECRET_KEY: "sb_secret_x" };
    for (const argv of [
      ["backup", "x"],
      ["restore", file],
    ])
      expect(await cli(argv, { folder, env })).toMatchObject({
        code: 2,
        err: expect.stringMatching(
          /docs\/backup\.md says how .+ SUPABASE_URL= SUPABASE_SECRET_KEY= npx prelaunch …\n$/u,
        ),
      });
  });

  it("migrates nothing, and leaves another stack running", async () => {
    const dataFolder = join(folder, "older");
    await prepareDataFolder(dataFolder);
    const recorded = async (sql: string) => {
      const database = await openDatabase(dataFolder);
      try {
        return (await withClient(database.url, (client) => client.query(sql))).rows;
      } finally {
        await database.close();
      }
    };
    const table = "supabase_migrations.schema_migrations";
    await recorded(`delete from ${table} where version = (select max(version) from ${table})`);
    const before = await recorded(`select version from ${table} order by 1`);
    const lock = await acquireLock(dataFolder);
    const saving = cli(["backup", "older.backup", "--no-check", "--data", dataFolder], { folder });
    await sleep(500);
    await lock.release();
    expect(await saving).toMatchObject({ code: 0 });
    expect(await recorded(`select version from ${table} order by 1`)).toEqual(before);
  });

  it("writes no file that cannot be restored, such as one with a table made by hand", async () => {
    const dataFolder = join(folder, "by-hand");
    await prepareDataFolder(dataFolder);
    const database = await openDatabase(dataFolder);
    await withClient(database.url, (client) => client.query("create table notes (n integer)"));
    await database.close();
    const before = await readdir(folder);
    expect(await cli(["backup", "by-hand.backup", "--data", dataFolder], { folder })).toMatchObject({
      code: 1,
      err: expect.stringContaining("The backup holds public.notes, which the migrations of this version do not make."),
    });
    expect(await readdir(folder)).toEqual(before);
  });

  it("does not restore under a running stack", () => {
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("is in use by another stack") });
  });
});
