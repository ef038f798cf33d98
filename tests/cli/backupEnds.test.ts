import { spawn, spawnSync } from "node:child_process";
import { createReadStream, watch } from "node:fs";
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { claim } from "../../scripts/cli/output/claim.ts";
import { readArchive } from "../../server/embedded/backup/archive.ts";
import { replaceDatabase } from "../../server/embedded/backup/replaceDatabase.ts";
import { openBackup } from "../../server/embedded/backup/openBackup.ts";
import type { Entry } from "../../server/embedded/backup/tar.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { lostConnection } from "../../server/embedded/errors/lostConnection.ts";
import { openDataFolder } from "../../server/embedded/folder/open.ts";
import { finishRestore, hasDatabase } from "../../server/embedded/folder/restored.ts";
import { withScratchDatabase } from "../../server/embedded/folder/scratch.ts";
import { eventually } from "../support/eventually.ts";
import { prepareDataFolder } from "../support/preparedFolder.ts";
import { bin, start } from "./processes.ts";
import { cli, scratchFolder } from "./terminal.ts";

describe("a backup or restore that ends early", () => {
  let folder: string;
  let file: string;
  beforeAll(async () => {
    const scratch = await scratchFolder();
    folder = scratch.folder;
    file = join(folder, "first.backup");
    await prepareDataFolder(join(folder, ".data"));
    await cli(["backup", file, "--no-check"], { folder });
    return scratch.remove;
  });

  it.each(["--dry-run", "--data=cut"])(
    "leaves no rows of people behind when a backup turns out to be cut off (%s)",
    async (option) => {
      const whole = await readFile(file);
      await writeFile(join(folder, "cut.backup"), whole.subarray(0, -50));
      const scratch = join(folder, `scratch${option.replace("=", "-")}`);
      await mkdir(scratch, { mode: 0o711 });
      const { status, stderr } = spawnSync(process.execPath, [bin, "restore", "cut.backup", option], {
        cwd: folder,
        env: { ...process.env, TMPDIR: scratch },
      });
      expect(stderr.toString()).toMatch(/^error: The backup is damaged.*unexpected end of file/mu);
      expect(status).toBe(1);
      expect(await readdir(scratch)).toEqual([]);
      await expect(stat(join(folder, "cut"))).rejects.toThrow("ENOENT");
    },
  );

  /** Process id of the scratch database in a temporary folder, once it is ready. */
  async function scratchDatabase(temporary: string): Promise<number> {
    let pid = 0;
    await eventually("it has a database", async () => {
      for (const made of await readdir(temporary)) {
        const lines = await readFile(join(temporary, made, "postgres", "postmaster.pid"), "utf8").catch(() => "");
        if (lines.includes("ready")) pid = Number(lines.split("\n")[0]);
      }
      return pid > 0;
    });
    return pid;
  }
  // An exited process exists until process 1 has reaped it.
  const lives = async (pid: number) => (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")) !== "";

  it("does not call the backup damaged if the database that it is loaded into goes away", async () => {
    const end =
      "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and query like 'copy %'";
    const restored = withScratchDatabase((url) => {
      /** Ends the connection while a table is being loaded. */
      async function* interrupted(entries: AsyncIterable<Entry>): AsyncGenerator<Entry> {
        let ended = false;
        for await (const entry of entries) {
          yield entry;
          if (ended || !entry.name.startsWith("tables/")) continue;
          // The loading waits for the rest of the table, but may not have reached the server yet.
          await eventually("loading", () =>
            withClient(url, async (client) => (await client.query(end)).rows.length > 0),
          );
          ended = true;
        }
      }
      const restore = async (entries: AsyncGenerator<Entry>) => (await openBackup(interrupted(entries))).restore(url);
      return readArchive(createReadStream(file), restore, new AbortController().signal);
    });
    await expect(restored).rejects.toSatisfy((error) => error instanceof Error && lostConnection(error));
  });

  it("leaves no rows of people behind when it is interrupted", async () => {
    const scratch = join(folder, "interrupted");
    await mkdir(scratch, { mode: 0o711 });
    const { child, done } = start(["restore", file, "--dry-run"], { TMPDIR: scratch }, folder);
    await scratchDatabase(scratch);
    child.kill("SIGINT");
    expect(await done).toMatchObject({ code: 130 });
    expect(await readdir(scratch)).toEqual([]);
  });

  it("says what became of a restore that was interrupted when its database was put in place", async () => {
    const place = join(folder, "late");
    await prepareDataFolder(place);
    const interrupt = new AbortController();
    const watcher = watch(place, (_event, name) => name === "restored" && interrupt.abort());
    const outcome = await cli(["restore", file, "--replace", "--data", place], { folder, signal: interrupt.signal });
    watcher.close();
    expect(outcome.err).toMatch(/^The former database is in .*replaced-/mu);
    expect(outcome.err).toMatch(
      /\nerror: Interrupted\.\nThe backup is restored, but not checked: npx prelaunch check backend\n$/u,
    );
    expect(outcome.code).toBe(130);
  });

  it.each([
    { when: "before that", links: false },
    { when: "while it makes links work that were sent since the backup", links: true },
  ])("changes nothing if it is interrupted $when", async ({ links }) => {
    const place = join(folder, `early ${links}`);
    const interrupt = new AbortController();
    const abort = () => interrupt.abort();
    const counted: number[] = [];
    const restoring = {
      signal: interrupt.signal,
      links: { total: links ? abort : () => undefined, at: (done: number) => counted.push(done) },
    };
    await openDataFolder(place);
    const restored = readArchive(
      createReadStream(file),
      async (entries) => {
        const backup = await openBackup(entries);
        const restore = async (url: string) => {
          const sums = await backup.restore(url);
          if (links)
            await withClient(url, (client) => client.query("insert into waitlist (email) values ('a@example.com')"));
          else abort();
          return sums;
        };
        await replaceDatabase(place, new Date(), { ...backup, restore }, restoring);
      },
      new AbortController().signal,
    );
    await expect(restored).rejects.toMatchObject({ name: "AbortError" });
    expect(counted).toEqual([]);
    expect(await readdir(place)).toEqual([]);
  });

  it("if killed, leaves files that the next backup removes, and nothing else", async () => {
    const [scratch, backups] = [join(folder, "killed"), join(folder, "backups")];
    await Promise.all([scratch, backups].map((path) => mkdir(path, { mode: 0o711 })));
    const night = join(backups, "night.backup");
    const { child, done } = start(["backup", night, "--data", ".data"], { TMPDIR: scratch }, folder);
    const leftRunning = await scratchDatabase(scratch);
    child.kill("SIGKILL");
    await done;
    expect((await readdir(backups)).sort()).toEqual(["night.backup.unfinished", "night.backup.unfinished.lock"]);
    expect(await lives(leftRunning)).toBe(true);
    // A claim without a process, the claim of a running process, and a folder in which a database may be being created.
    await writeFile(join(backups, "mine.unfinished"), "");
    await writeFile(join(backups, "mine.unfinished.lock"), "");
    const living = await claim(join(backups, "other.unfinished.lock"), new Date());
    await writeFile(join(backups, "other.unfinished"), "");
    for (const name of ["begun", "older"]) await mkdir(join(scratch, `prelaunch-scratch-${name}`));
    const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60_000);
    await utimes(join(scratch, "prelaunch-scratch-older"), twoHoursAgo, twoHoursAgo);

    const next = await start(["backup", join(backups, "next.backup"), "--data", ".data"], { TMPDIR: scratch }, folder)
      .done;
    expect(next).toMatchObject({
      code: 0,
      err: expect.stringContaining(`Removed ${night}.unfinished, left behind by a backup`),
    });
    expect((await readdir(backups)).sort()).toEqual([
      "mine.unfinished",
      "mine.unfinished.lock",
      "next.backup",
      "other.unfinished",
      "other.unfinished.lock",
    ]);
    expect(await readdir(scratch)).toEqual(["prelaunch-scratch-begun"]);
    expect(await lives(leftRunning)).toBe(false);
    expect(await cli(["backup", join(backups, "other")], { folder })).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        `error: Another backup is writing ${join(backups, "other")} (process ${process.pid}`,
      ),
    });
    await living.release();

    // As the refusal advises if that process has ended.
    expect(await cli(["backup", join(backups, "other"), "--no-check"], { folder })).toMatchObject({ code: 0 });
    expect(await readdir(backups)).not.toContain("other.unfinished");
  });

  it("is not written to a terminal", async () => {
    expect(await cli(["backup", "-"], { folder, outIsTerminal: true })).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringContaining("not for a terminal.\nGive a file, or pass it to a program: "),
    });
  });

  it.skipIf(process.platform === "win32")("fails if a pipe's reader leaves before it is complete", async () => {
    const pipe = join(folder, "pipe");
    spawnSync("mkfifo", [pipe]);
    // The reader leaves before there is a database to read from.
    spawn("sh", ["-c", 'sleep 0.03 < "$0"', pipe]);
    expect(await cli(["backup", pipe], { folder })).toMatchObject({
      code: 1,
      err: expect.stringContaining(`error: The backup is incomplete: the program reading ${pipe} has ended.\n`),
    });
  });

  it("leaves no folder behind if the file to restore is not a backup", async () => {
    const junk = join(folder, "junk");
    const give = "Give a file that npx prelaunch backup wrote.\n";
    for (const [bytes, err] of [
      ["email\nada@example.com\n", `error: ${junk} is not a backup.\n${give}`],
      ["%PDF-1.7\n", `error: ${junk} is a PDF document.\n${give}`],
      [
        "age-encryption.org/v1\n",
        `error: ${junk} is an encrypted file (age).\nDecrypt it first, and give the decrypted file.\n`,
      ],
      ["", "error: The backup is damaged, or is none: it is empty.\n"],
      [gzipSync("email\n"), "error: The backup is damaged, or is none: it ends too early.\n"],
    ] as const) {
      await writeFile(junk, bytes);
      expect(await cli(["restore", junk, "--data", join(folder, "other")], { folder })).toEqual({
        code: 1,
        out: "",
        err,
      });
    }
    await expect(stat(join(folder, "other"))).rejects.toThrow("ENOENT");
    expect(await cli(["restore", "missing.backup"], { folder })).toMatchObject({
      code: 1,
      err: expect.stringContaining("missing.backup cannot be read: there is no such file."),
    });
  });

  const moments = [
    "begun",
    "first moved aside",
    "first in place",
    "second moved aside",
    "both in place",
    "no mark left",
  ];

  it.each(moments.map((moment, steps) => [moment, steps] as const))(
    "finishes a restore that was killed when its swap had %s",
    async (moment, steps) => {
      const place = join(folder, moment.replaceAll(" ", "-"));
      const put = async (path: string, text: string) => {
        await mkdir(join(place, path, ".."), { recursive: true });
        await writeFile(join(place, path), text);
      };
      const aside = "replaced-2026-05-04T12-00-00-000Z";
      await put("restored/made-by-restore", JSON.stringify({ aside }));
      await put(steps >= 1 ? `${aside}/postgres/PG_VERSION` : "postgres/PG_VERSION", "old");
      await put(steps >= 2 ? "postgres/PG_VERSION" : "restored/postgres/PG_VERSION", "new");
      await put(steps >= 3 ? `${aside}/keys.json` : "keys.json", "old");
      await put(steps >= 4 ? "keys.json" : "restored/keys.json", "new");
      if (steps >= 5) await rm(join(place, "restored", "made-by-restore"));
      // Another restore needs --replace.
      expect(await hasDatabase(place)).toBe(true);
      await finishRestore(place);
      await finishRestore(place);
      const read = (path: string) => readFile(join(place, path), "utf8");
      expect([await read("postgres/PG_VERSION"), await read("keys.json")]).toEqual(["new", "new"]);
      expect([await read(`${aside}/postgres/PG_VERSION`), await read(`${aside}/keys.json`)]).toEqual(["old", "old"]);
      expect((await readdir(place)).sort()).toEqual(["keys.json", "postgres", aside]);
    },
  );
});
