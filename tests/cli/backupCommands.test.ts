import { execFileSync, spawnSync } from "node:child_process";
import { watch } from "node:fs";
import { lstat, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../server/embedded/backup/openDatabase.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { finishRestore, hasDatabase } from "../../server/embedded/folder/restored.ts";
import { startStack } from "../../server/embedded/stack/stack.ts";
import { eventually } from "../support/eventually.ts";
import { prepareDataFolder } from "../support/preparedFolder.ts";
import { bin, start } from "./processes.ts";
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
    expect(execFileSync("tar", ["tzf", file]).toString()).toContain("tables/public.waitlist/000000\n");
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("is in use by another stack") });
  });

  it("restores into a new folder, with the keys that sessions depend on, and checks the result", async () => {
    const { code, out, err } = await cli(["restore", file, "--data", data], { folder });
    expect(err).toContain(` waitlist ${rows}`);
    expect(err).toMatch(/^A backup of \d{4}-\d\d-\d\d \d\d:\d\d UTC, by/u);
    expect(err).toContain("people who were erased, unsubscribed, bounced, complained or were told of the launch");
    expect(out).toMatch(/^ok +backup +The last backup is \d min old\.$/mu);
    expect(code).toBe(0);
    expect(await readFile(join(data, "keys.json"), "utf8")).toBe(
      await readFile(join(folder, ".data", "keys.json"), "utf8"),
    );
    expect(await exported()).toBe(rows);
    expect((await readdir(data)).filter((name) => /restor|replaced/u.test(name))).toEqual([]);
    expect(await cli(["restore", file, "--data", data], { folder })).toMatchObject({
      code: 2,
      err: expect.stringContaining("has a database"),
    });
  });

  it("leaves the database as it was if a restore is killed, and the next command removes its files", async () => {
    const { child, done } = start(["restore", file, "--replace", "--data", data], {}, folder);
    const pidFile = join(data, `restoring-${child.pid}`, "postgres", "postmaster.pid");
    const ready = async () => (await readFile(pidFile, "utf8").catch(() => "")).includes("ready");
    await eventually("its own PostgreSQL runs", ready, 120_000);
    child.kill("SIGKILL");
    await done;
    expect(await exported()).toBe(rows);
    expect((await readdir(data)).filter((name) => name.startsWith("restoring-"))).toEqual([]);
  });

  it.each([1, 3])("finishes a restore that was killed when its swap had done %i of 4 steps", async (steps) => {
    const place = join(folder, `swapped ${steps}`);
    const put = async (path: string, text: string) => {
      await mkdir(join(place, path, ".."), { recursive: true });
      await writeFile(join(place, path), text);
    };
    const aside = "replaced-2026-05-04T12-00-00-000Z";
    await put("restored/made-by-restore", JSON.stringify({ aside }));
    await put(`${aside}/postgres/PG_VERSION`, "old");
    await put(steps >= 2 ? "postgres/PG_VERSION" : "restored/postgres/PG_VERSION", "new");
    await put(steps >= 3 ? `${aside}/keys.json` : "keys.json", "old");
    await put("restored/keys.json", "new");
    expect(await hasDatabase(place)).toBe(true);
    await finishRestore(place);
    const read = (path: string) => readFile(join(place, path), "utf8");
    expect([await read("postgres/PG_VERSION"), await read("keys.json")]).toEqual(["new", "new"]);
    expect([await read(`${aside}/postgres/PG_VERSION`), await read(`${aside}/keys.json`)]).toEqual(["old", "old"]);
    expect((await readdir(place)).sort()).toEqual(["keys.json", "postgres", aside]);
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
    const aside = join(data, (await readdir(data)).find((name) => name.startsWith("replaced-")) ?? "");
    expect(err).toContain(aside);
    expect(await readFile(join(aside, "postgres", "PG_VERSION"), "utf8")).toBe("17\n");
    expect(await exported()).toBe(rows);
  });

  it("says what became of a restore that was interrupted when its database was put in place", async () => {
    const interrupt = new AbortController();
    const watcher = watch(data, (_event, name) => name === "restored" && interrupt.abort());
    const outcome = await cli(["restore", file, "--replace", "--data", data], { folder, signal: interrupt.signal });
    watcher.close();
    expect(outcome.err).toMatch(
      /\nerror: Interrupted\.\nThe backup is restored, but not checked: npx prelaunch check backend\n$/u,
    );
    expect(outcome.code).toBe(130);
  });

  it.each([
    ["is cut off", "cut.backup", undefined],
    ["is interrupted", "first.backup", "SIGINT"],
  ] as const)("leaves no rows of people behind when a restore %s", async (_, from, signal) => {
    await writeFile(join(folder, "cut.backup"), (await readFile(file)).subarray(0, -50));
    const scratch = join(folder, `scratch-${from}`);
    await mkdir(scratch, { mode: 0o711 });
    const { child, done } = start(["restore", from, "--dry-run"], { TMPDIR: scratch }, folder);
    if (signal) {
      await eventually("it has a database", async () => (await readdir(scratch)).length > 0, 120_000);
      child.kill(signal);
    }
    const { code, err } = await done;
    expect(err).toMatch(signal ? /Interrupted/u : /^error: The backup is damaged.*unexpected end of file/mu);
    expect(code).toBe(signal ? 130 : 1);
    expect(await readdir(scratch)).toEqual([]);
  });

  it("works through pipes, for an encrypting program, and not on a terminal", async () => {
    const shell = `"${process.execPath}" "${bin}" backup - --data .data | cat | "${process.execPath}" "${bin}" restore - --dry-run`;
    const { status, stderr } = spawnSync("sh", ["-c", shell], { cwd: folder });
    expect(stderr.toString()).toContain("It can be restored. Nothing was changed.");
    expect(status).toBe(0);
    expect(await cli(["backup", "-"], { folder, outIsTerminal: true })).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringContaining("not for a terminal.\nGive a file, or pass it to a program: "),
    });
  });

  it("replaces a file only if told to, and follows a symlink", async () => {
    const run = (...argv: string[]) => cli(["backup", "--no-check", ...argv], { folder });
    await symlink("first.backup", join(folder, "link"));
    const before = await stat(file);
    expect(await run("link")).toMatchObject({ code: 2, err: expect.stringContaining(" exists.\n") });
    expect(await run("nowhere/x.backup")).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^error: .*x\.backup cannot be written: its folder does not exist\.\n$/mu),
    });
    expect((await stat(file)).ino).toBe(before.ino);
    expect(await run("link", "--force")).toMatchObject({
      code: 0,
      err: expect.stringContaining("first.backup is written, not checked"),
    });
    expect((await stat(file)).ino).not.toBe(before.ino);
    expect((await lstat(join(folder, "link"))).isSymbolicLink()).toBe(true);
  });

  it("makes no database where there is none, and leaves a hosted project to Supabase", async () => {
    const typo = join(folder, "typo");
    expect(await cli(["backup", "x", "--data", typo], { folder })).toMatchObject({
      code: 3,
      err: expect.stringContaining(`There is no database in ${typo}.`),
    });
    await expect(stat(typo)).rejects.toThrow("ENOENT");
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
    await rm(dataFolder, { recursive: true });
  });

  it.each([
    ["email\nada@example.com\n", "is damaged, or is none: it cannot be unpacked"],
    ["", "is damaged, or is none: it is empty"],
  ])("says that a file is no backup: %j", async (text, said) => {
    const junk = join(folder, "junk");
    await writeFile(junk, text);
    expect(await cli(["restore", junk, "--data", join(folder, "other")], { folder })).toMatchObject({
      code: 1,
      err: expect.stringContaining(`error: The backup ${said}`),
    });
    await expect(stat(join(folder, "other"))).rejects.toThrow("ENOENT");
    expect(await cli(["restore", "missing.backup"], { folder })).toMatchObject({
      code: 1,
      err: expect.stringContaining("missing.backup cannot be read: there is no such file."),
    });
  });
});
