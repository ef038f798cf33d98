import { spawn } from "node:child_process";
import { appendFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { parseSums } from "../../server/embedded/backup/manifest.ts";
import { openDatabase } from "../../server/embedded/backup/openDatabase.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { readKeys } from "../../server/embedded/folder/keys.ts";
import { formsBasePath } from "../../server/contract/outcomes.ts";
import { createServiceClient } from "../../server/supabase/client.ts";
import { readMigrations } from "../../server/supabase/migrations.ts";
import { nodeHost } from "../../server/supabase/nodeHost.ts";
import { scratchFolder } from "../cli/terminal.ts";
import { eventually } from "../support/eventually.ts";
import { noSettings } from "../support/forgetSettings.ts";
import { mailArrived } from "../support/inboxMails.ts";
import { mintCaptchaFor } from "../support/mintCaptcha.ts";
import { prepareDataFolder } from "../support/preparedFolder.ts";
import { archiveOf, changedSince, partsOf, type Release, testedReleases, unpack } from "./archive.ts";
import { makeArchive } from "./maker.ts";
import { installAs, installNext, newKind, nextJoin, nextVersion } from "./nextRelease.ts";
import { oldLink, queuedFor } from "./rows.ts";

let folder = "";
/** An archive that was made of this checkout, which stands for a release before the first one. */
let made = "";
beforeAll(async () => {
  const scratch = await scratchFolder();
  folder = scratch.folder;
  made = archiveOf("0.0.0", folder);
  if (testedReleases().some(({ file }) => file === undefined)) await makeArchive(made, prepareDataFolder);
  return scratch.remove;
});

/** Starts a program of an installed copy. `done` has its exit code and what it said. */
function start(project: string, script: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(project, "scripts", script), ...args], {
    cwd: project,
    env: { PATH: process.env.PATH, TMPDIR: tmpdir(), ...noSettings, PORT: "0", ...env },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const done = new Promise<{ code: number | null; said: string }>((resolve) => {
    child.on("close", (code) => resolve({ code, said }));
  });
  return { child, done, said: () => said };
}

const command = (project: string, data: string, ...argv: string[]) =>
  start(project, "prelaunch.mjs", [...argv, "--data", data]).done;

/** Starts the site of a copy, and waits until it runs or has ended. `stop` has its exit code and what it said. */
async function npmStart(project: string, data: string) {
  const { child, done, said } = start(project, "start.mjs", ["--no-build"], { DATA_FOLDER: data });
  await eventually("it runs", async () => said().includes("Ctrl-C stops it") || child.exitCode !== null);
  const stop = () => {
    child.kill("SIGINT");
    return done;
  };
  return { said: said(), stop };
}

it("names each file of a release that was changed or removed since", async () => {
  const [first, second, ...others] = await readMigrations();
  if (!first || !second) throw new Error("There are no migrations.");
  const release = { version: "1.0.0", migrations: [first, second, ...others] };
  expect(changedSince(release, [...release.migrations, { ...first, version: "20991231000000" }])).toEqual([]);
  expect(changedSince(release, [{ ...first, sha256: "0".repeat(64) }, ...others])).toEqual(
    [first, second].map(
      ({ version, name }) =>
        `supabase/migrations/${version}_${name}.sql is not the file of 1.0.0: take it back, as a change of the database is a new file.`,
    ),
  );
});

describe.each(testedReleases())("the release of $name", ({ file }) => {
  let release: Release;
  let data = "";
  const [old, next] = [() => join(folder, release.version, "old"), () => join(folder, release.version, "next")];
  const backup = () => join(folder, release.version, "after.backup");

  /** The rows that must not be lost, of people who stay whatever the day is. */
  const facts = `select to_jsonb(w) - 'locale' as row from waitlist w where confirmed_at is not null
      and email not in ('${oldLink.email}', 'new@example.com')
    union all select to_jsonb(a) from beta_applications a union all select to_jsonb(e) from beta_application_events e
    union all select to_jsonb(s) from email_suppressions s union all select to_jsonb(e) from erasures e
    union all select to_jsonb(k) from suppression_key k union all select to_jsonb(d) from mail_drafts d order by 1`;
  const query = async (sql: string) => {
    const database = await openDatabase(data);
    const rows = withClient(database.url, async (client) => (await client.query<Record<string, unknown>>(sql)).rows);
    return rows.finally(database.close);
  };
  let before: unknown;

  beforeAll(async () => {
    const place = join(folder, file === undefined ? "0.0.0" : "release");
    release = await unpack(file ?? made, place);
    // PostgreSQL, which runs as another user under root, has to reach this folder.
    data = join(folder, `data of ${release.version}`);
    await installAs(old(), release.version, release.folder);
    await installNext(next());
  });

  it("has its migrations unchanged in this checkout", async () => {
    expect(changedSince(release, await readMigrations())).toEqual([]);
  });

  it("has rows of every table", async () => {
    const { tables } = parseSums((await partsOf(release)).at(-1));
    const names = Object.keys(tables).filter((name) => name.startsWith("public."));
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => tables[name]?.rows === 0)).toEqual([]);
  });

  it("makes a data folder, as its own version would have", async () => {
    const { said } = await command(old(), data, "restore", release.backup);
    expect(said).toContain(
      `All ${release.migrations.length} were applied, and no others, the last by version ${release.version}`,
    );
    // What waits is held back by a restore, but not in a folder that was in use.
    await query("update email_outbox set failed_at = null, last_error = null where last_error = 'restored'");
    before = await query(facts);
  });

  it("starts as the next version, which joins, confirms, sends what waited, and takes links of old mails", async () => {
    const { said, stop } = await npmStart(next(), data);
    try {
      const [, url = ""] = /Site +(\S+)/u.exec(said) ?? [];
      expect(said).toContain("The database is being updated: ");
      const { captchaSecret, secretKey } = await readKeys(data);
      const post = (path: string, body: object) =>
        fetch(`${url}${formsBasePath}${path}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        });
      const health = await fetch(`${url}${formsBasePath}/health`);
      expect(await health.json()).toMatchObject({ status: "ok" });
      const captcha = await mintCaptchaFor(captchaSecret);
      expect((await post("/waitlist", { email: "new@example.com", captcha })).status).toBe(201);
      const { text = "" } = (await mailArrived(data, "new@example.com")) ?? {};
      expect((await post("/confirm", { token: /#confirm=(\w+)/u.exec(text)?.[1] })).status).toBe(200);
      expect((await post("/unsubscribe", { token: oldLink.token })).status).toBe(204);
      await mailArrived(data, queuedFor);
      // The next version's own join, by the REST service.
      const supabase = createServiceClient(url, secretKey, nodeHost);
      const joined = await supabase.rpc("join_waitlist", nextJoin("own@example.com")).throwOnError();
      expect(joined.data).toMatchObject({ outcome: "joined" });
      const { code, said: stats } = await command(next(), data, "stats", "--json");
      expect({ code, waitlist: JSON.parse(stats).waitlist }).toMatchObject({
        code: 0,
        waitlist: { bounced: 1, complained: 1 },
      });
      expect(await command(next(), data, "backup", backup(), "--no-check")).toMatchObject({ code: 0 });
    } finally {
      await stop();
    }
    expect(await query(facts)).toEqual(before);
    expect(
      await query(`select email, locale, (select count(*)::int from email_outbox o where o.email = w.email and kind = '${newKind}') as welcomed
      from waitlist w where email in ('new@example.com', 'own@example.com') order by 1`),
    ).toEqual([
      { email: "new@example.com", locale: "en", welcomed: 1 },
      { email: "own@example.com", locale: "fi", welcomed: 0 },
    ]);
  });

  it("gives the next version a backup that it can restore", async () => {
    const { code, said } = await command(next(), data, "restore", release.backup, "--dry-run");
    expect(said).toMatch(/The database is being updated: .*It can be restored\. Nothing was changed\.\n$/su);
    expect(code).toBe(0);
  });

  it("gets back its backup as the next version's", async () => {
    const { said } = await command(next(), data, "restore", backup(), "--replace");
    expect(said).toContain(`, and no others, the last by version ${nextVersion}`);
    expect(said).toContain("The form backend stores records");
    expect(await query(facts)).toEqual(before);
  });

  it("refuses the next version's database in a sentence, and goes back by the old backup", async () => {
    expect(await (await npmStart(old(), data)).stop()).toEqual({
      code: 1,
      said: expect.stringMatching(
        /^The database was last used by a newer version .* npx prelaunch restore FILE --replace \(docs\/backup\.md\)\n$/u,
      ),
    });
    const { said } = await command(old(), data, "restore", release.backup, "--replace");
    expect(said).toContain("Applied again, as it happened since the backup: 1 unsubscribed.");
    expect(said).toContain(`and no others, the last by version ${release.version}`);
    expect(said).toContain("The form backend stores records");
    expect(await query(facts)).toEqual(before);
  });

  it("refuses a version that has edited a file of it", async () => {
    const name = `${release.migrations[0]?.version}_${release.migrations[0]?.name}.sql`;
    await appendFile(join(next(), "supabase/migrations", name), "-- edited\n");
    const refused = `supabase/migrations/${name} is not the file that version ${release.version} applied: take that file back, as a change of the database is a new file, or use version ${release.version} again.\n`;
    expect(await (await npmStart(next(), data)).stop()).toEqual({ code: 1, said: refused });
  });
});
