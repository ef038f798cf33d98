import { execFileSync, spawnSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../../server/embedded/backup/openDatabase.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { failedBackup } from "../../server/embedded/folder/lastBackup.ts";
import { finishRestore } from "../../server/embedded/folder/restored.ts";
import { startStack } from "../../server/embedded/stack/stack.ts";
import { eventually } from "../support/eventually.ts";
import { prepareDataFolder } from "../support/preparedFolder.ts";
import { bin, start } from "./processes.ts";
import { cli, type Outcome, scratchFolder } from "./terminal.ts";

const rows = 500;
let folder: string;
let file: string;
/** Results of a backup and a restore while the stack was running. */
let saved: Outcome;
let refused: Outcome;
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
      client.query(`insert into waitlist (email) select 'p' || i || '@example.com' from generate_series(1, ${rows}) i`),
    );
    saved = await cli(["backup", "first.backup"], { folder, interactive: true, columns: 500 });
    refused = await cli(["restore", file, "--replace"], { folder });
  } finally {
    await stack.stop();
  }
  return scratch.remove;
});

/** Starts a folder's database and queries it. */
async function query(dataFolder: string, ...statements: string[]): Promise<unknown[][]> {
  const database = await openDatabase(dataFolder);
  try {
    return await withClient(database.url, async (client) => {
      const results: unknown[][] = [];
      for (const sql of statements) results.push((await client.query(sql)).rows);
      return results;
    });
  } finally {
    await database.close();
  }
}
const people = async () => (await query(data, "select count(*)::int as n from waitlist"))[0];

it("saves a running stack to a file that only its owner can read, and says that it was proven", async () => {
  expect(saved.code).toBe(0);
  expect(saved.err).toMatch(/Saved 50\d rows\.$/mu);
  // Progress is shown while rows are read, and while they are proven.
  for (const shown of ["Saving ", / 100 % {2}0\.\d MB of 0\.\d MB /u]) expect(saved.err).toMatch(shown);
  expect(saved.err).toContain("is written and can be restored");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readdir(folder)).sort()).toEqual([".data", "first.backup"]);
  expect(execFileSync("tar", ["tzf", file]).toString()).toContain("tables/public.waitlist/000000\n");
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("is in use by another stack") });
  expect(await cli(["backup", "first.backup"], { folder })).toMatchObject({
    code: 2,
    err: expect.stringContaining(" exists.\n"),
  });
});

it("restores into a new folder, through pipes as for an encrypting program, with the keys that sessions depend on", async () => {
  const program = `"${process.execPath}" "${bin}"`;
  const shell = `${program} backup - --data .data | cat | ${program} restore - --data new`;
  const { status, stdout, stderr } = spawnSync("sh", ["-c", shell], { cwd: folder, encoding: "utf8" });
  expect(stderr).toContain(` waitlist ${rows}`);
  expect(stderr).toMatch(/^A backup of \d{4}-\d\d-\d\d \d\d:\d\d UTC, by/mu);
  expect(stderr).toContain("people who were erased, unsubscribed, bounced or complained since then");
  expect(stdout).toMatch(/^ok +backup +The last backup is \d min old\.$/mu);
  expect(status).toBe(0);
  const keys = (of: string) => readFile(join(of, "keys.json"), "utf8");
  expect(await keys(data)).toBe(await keys(join(folder, ".data")));
  expect(await people()).toEqual([{ n: rows }]);
  expect((await readdir(data)).filter((name) => /restor|replaced/u.test(name))).toEqual([]);
  expect(await cli(["restore", file, "--data", data], { folder })).toMatchObject({
    code: 2,
    err: expect.stringContaining("has a database"),
  });
  expect(await cli(["backup", "-"], { folder, outIsTerminal: true })).toMatchObject({ code: 2, out: "" });
});

it("leaves the database as it was if a restore is killed, and the next command removes its files", async () => {
  const { child, done } = start(["restore", file, "--replace", "--data", data], {}, folder);
  const pidFile = join(data, "restoring", "postgres", "postmaster.pid");
  const ready = async () => (await readFile(pidFile, "utf8").catch(() => "")).includes("ready");
  await eventually("its own PostgreSQL runs", ready, 120_000);
  child.kill("SIGKILL");
  await done;
  expect(await people()).toEqual([{ n: rows }]);
  expect((await readdir(data)).filter((name) => name.startsWith("restor"))).toEqual([]);
});

it.each([0, 1, 2, 3, 4])("finishes a restore that was killed when its swap had done %i of 5 steps", async (steps) => {
  const place = join(folder, `swapped ${steps}`);
  const put = async (path: string, text: string) => {
    await mkdir(join(place, path, ".."), { recursive: true });
    await writeFile(join(place, path), text);
  };
  const aside = "replaced-2026-05-04T12-00-00-000Z";
  await mkdir(join(place, "restored", aside), { recursive: true });
  await put(steps >= 1 ? `restored/${aside}/postgres/PG_VERSION` : "postgres/PG_VERSION", "old");
  await put(steps >= 2 ? "postgres/PG_VERSION" : "restored/postgres/PG_VERSION", "new");
  await put(steps >= 3 ? `restored/${aside}/keys.json` : "keys.json", "old");
  await put(steps >= 4 ? "keys.json" : "restored/keys.json", "new");
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
  const { code, err } = await cli(["restore", file, "--replace", "--data", data], { folder });
  expect(code).toBe(0);
  expect(err).toContain("the former database cannot be read (The database in ");
  const aside = join(data, (await readdir(data)).find((name) => name.startsWith("replaced-")) ?? "");
  expect(err).toContain(aside);
  expect(await readFile(join(aside, "postgres", "PG_VERSION"), "utf8")).toBe("17\n");
  expect(await people()).toEqual([{ n: rows }]);
});

it("leaves no rows of people behind when it is interrupted", async () => {
  // The folder is not below the test's, because a socket's path may have only 103 bytes.
  const scratch = await mkdtemp(join(tmpdir(), "s-"));
  onTestFinished(() => rm(scratch, { recursive: true }));
  await chmod(scratch, 0o711);
  const { child, done } = start(["restore", file, "--dry-run"], { TMPDIR: scratch }, folder);
  await eventually("it has a database", async () => (await readdir(scratch)).length > 0, 120_000);
  child.kill("SIGINT");
  expect(await done).toMatchObject({ code: 130, err: expect.stringContaining("Interrupted") });
  expect(await readdir(scratch)).toEqual([]);
});

it("makes no database where there is none, and leaves a hosted project to Supabase", async () => {
  const typo = join(folder, "typo");
  expect(await cli(["backup", "x", "--data", typo], { folder })).toMatchObject({
    code: 3,
    err: expect.stringContaining(`There is no database in ${typo}.`),
  });
  await expect(stat(typo)).rejects.toThrow("ENOENT");
  const env = { SUPABASE_URL: "https://abc.supabase.co", SUPABASE_SECRET_KEY: "sb_secret_x" };
  expect(await cli(["restore", file], { folder, env })).toMatchObject({
    code: 2,
    err: expect.stringMatching(/docs\/backup\.md says how .+ SUPABASE_URL= SUPABASE_SECRET_KEY= npx prelaunch …\n$/u),
  });
});

it("notes a backup that failed, for the running stack", async () => {
  const source = join(folder, ".data");
  expect(await failedBackup(source)).toBeUndefined();
  expect((await cli(["backup", "nowhere/x"], { folder })).code).toBe(1);
  expect(await failedBackup(source)).toBeInstanceOf(Date);
});

it("says that a file is no backup, or is not there, and makes no folder", async () => {
  const other = join(folder, "other");
  for (const text of ["email\nada@example.com\n", ""]) {
    await writeFile(join(folder, "junk"), text);
    expect(await cli(["restore", "junk", "--data", other], { folder })).toMatchObject({
      code: 1,
      err: expect.stringContaining("error: The backup is damaged, or the file is not a backup: "),
    });
  }
  expect(await cli(["restore", "missing.backup", "--data", other], { folder })).toMatchObject({
    code: 1,
    err: expect.stringContaining("missing.backup cannot be read: there is no such file."),
  });
  await expect(stat(other)).rejects.toThrow("ENOENT");
});

it("repeats the erasures, suppressions and unsubscriptions since the backup, and sends no mail that was queued in it", async () => {
  const dataFolder = join(folder, "since");
  const flags = { folder, env: { DATA_FOLDER: dataFolder } };
  await prepareDataFolder(dataFolder);
  await query(
    dataFolder,
    `insert into waitlist (email, confirmed_at) select name || '@example.com', now()
       from unnest(array['stays', 'erased', 'leaves', 'complains', 'came-back', 'queued']) name`,
    "insert into beta_applications (name, email, role, reason) values ('E', 'erased@example.com', 'other', 'x')",
    "insert into auth.users (id, email) values (gen_random_uuid(), 'account@example.com')",
    "delete from email_outbox",
    "insert into email_outbox (kind, email, to_list) values ('launch-announcement', 'stays@example.com', true), ('waitlist-confirmation', 'queued@example.com', false)",
  );
  expect(await cli(["backup", "second.backup", "--no-check"], flags)).toMatchObject({ code: 0 });
  await query(
    dataFolder,
    "select erase_person(name || '@example.com') from unnest(array['erased', 'account', 'came-back']) name",
    "select withdraw_consent('leaves@example.com', '2026-05-04T12:00:00Z')",
    `select record_email_event('bounced', '["leaves@example.com"]')`,
    `select record_email_event('complained', '["complains@example.com"]')`,
    "insert into waitlist (email) values ('newcomer@example.com'), ('came-back@example.com')",
    "select lift_suppression('came-back@example.com', array['erased'])",
  );
  const restored = await cli(["restore", "second.backup", "--replace"], flags);
  expect(restored.err).toContain(
    "\nApplied again, as it happened since the backup: 3 people erased, 2 unsubscribed, 4 addresses suppressed.\n",
  );
  expect(restored.err).toContain("\nLinks in mails sent since the backup may not work.");
  expect(restored.code).toBe(0);
  const suppressed = (name: string) =>
    `select reason, erased from email_suppressions where hash = suppression_hash('${name}@example.com')`;
  expect(
    await query(
      dataFolder,
      "select lift_bounce(id) from waitlist where email = 'leaves@example.com'",
      "select email, unsubscribed_at is not null as unsubscribed from waitlist order by email",
      "select email from beta_applications",
      "select email from auth.users",
      "select email, last_error from email_outbox where sent_at is null and failed_at is not null order by email",
      ...["erased", "complains", "stays"].map(suppressed),
    ),
  ).toEqual([
    [{ lift_bounce: true }],
    [
      { email: "complains@example.com", unsubscribed: true },
      { email: "leaves@example.com", unsubscribed: true },
      { email: "queued@example.com", unsubscribed: false },
      { email: "stays@example.com", unsubscribed: false },
    ],
    [],
    [],
    [
      { email: "queued@example.com", last_error: "restored" },
      { email: "stays@example.com", last_error: "restored" },
    ],
    [{ reason: "erased", erased: true }],
    [{ reason: "complained", erased: false }],
    [],
  ]);
});
