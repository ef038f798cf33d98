import { randomBytes } from "node:crypto";
import { PassThrough, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { readArchive, writeArchive } from "../../server/embedded/backup/archive.ts";
import { dump } from "../../server/embedded/backup/dump.ts";
import { openBackup } from "../../server/embedded/backup/openBackup.ts";
import { type Entry, packTar, unpackTar } from "../../server/embedded/backup/tar.ts";
import { readMigrations } from "../../server/embedded/database/migrate.ts";
import { eventually } from "../support/eventually.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { prepareDatabase } from "../../server/embedded/lite/lite.ts";
import { startBackend } from "../support/backend.ts";
import { testKeys } from "../support/postgres.setup.ts";

const { signal } = new AbortController();
const keys = { ...testKeys, postgresPassword: "p".repeat(40), captchaSecret: "c".repeat(40) };
const clock = () => new Date("2026-05-04T12:00:00Z");

/** Texts that are difficult for PostgreSQL's text format, for JSON, or by a person's typing. */
const nasty = [
  "\\N",
  "a\tb",
  "line\nfeed",
  "back\\slash",
  "\r\n",
  "Zoë 🪿",
  "\u2028",
  "null",
  '"',
  "'); drop table x; --",
];

async function emptyDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const clusterUrl = inject("clusterUrl");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await withClient(clusterUrl, (client) => client.query(`create database ${name} strategy file_copy`));
  return {
    url: clusterUrl.replace(/\/postgres(?=\?)/u, `/${name}`),
    drop: async () =>
      void (await withClient(clusterUrl, (client) => client.query(`drop database ${name} with (force)`))),
  };
}

async function save(url: string): Promise<Buffer> {
  const out = new PassThrough();
  const [file] = await Promise.all([
    buffer(out),
    withClient(url, (client) => writeArchive(dump({ client, keys, clock }), out, signal)),
  ]);
  return file;
}

const restoreInto = (url: string, file: Buffer, log?: (line: string) => void) =>
  readArchive(
    Readable.from([file], { objectMode: false }),
    async (entries) => (await openBackup(entries, log)).restore(url),
    signal,
  );

const people = async (url: string) =>
  withClient(url, async (client) => (await client.query("select * from waitlist order by email")).rows);

/** The archive with changed entries. */
async function changed(file: Buffer, change: (entries: Entry[]) => Entry[]): Promise<Buffer> {
  const entries: Entry[] = [];
  for await (const entry of unpackTar(Readable.from([gunzipSync(file)], { objectMode: false }))) entries.push(entry);
  async function* give() {
    yield* change(entries);
  }
  return gzipSync(await buffer(Readable.from(packTar(give()), { objectMode: false })));
}

describe("a backup", () => {
  let source: Awaited<ReturnType<typeof startBackend>>;
  let target: Awaited<ReturnType<typeof emptyDatabase>>;
  let file: Buffer;
  beforeAll(async () => {
    source = await startBackend();
    target = await emptyDatabase();
    // As on a machine elsewhere, whose time zone initdb takes over.
    const database = new URL(target.url).pathname.slice(1);
    await withClient(target.url, (client) => client.query(`alter database ${database} set timezone = 'Asia/Kolkata'`));
    await withClient(source.databaseUrl, async (client) => {
      await client.query(
        "insert into waitlist (email, created_at) select 'p' || i || '@example.com', '2026-05-01T00:00:00.123456Z'::timestamptz + i * interval '1 ms' from generate_series(1, 3000) i",
      );
      for (const [n, text] of nasty.entries())
        await client.query(
          "insert into beta_applications (name, email, role, reason) values ('N', 'n' || $2 || '@example.com', 'other', $1)",
          [text, String(n)],
        );
      // Joining would take these people off the suppression list, if triggers ran when their rows are loaded.
      await client.query("select suppress_email('p' || i || '@example.com', 'erased') from generate_series(1, 3) i");
      await client.query(
        "insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), 'user@example.com', '{\"name\": \"U\\\\\"}')",
      );
      await client.query(
        "insert into auth.identities (id, provider_id, user_id, identity_data, provider) select gen_random_uuid(), 'x', id, '{}', 'email' from auth.users",
      );
    });
    file = await save(source.databaseUrl);
    return async () => {
      await source.stop();
      await target.drop();
    };
  });

  it("restores every row of every schema, and a new backup of them is the same", async () => {
    await restoreInto(target.url, file);
    expect(await people(target.url)).toEqual(await people(source.databaseUrl));
    const reasons = await withClient(
      target.url,
      async (client) => (await client.query("select reason from beta_applications")).rows,
    );
    expect(new Set(reasons.map(({ reason }) => reason))).toEqual(new Set(nasty));
    expect(gunzipSync(await save(target.url)).equals(gunzipSync(file))).toBe(true);
  });

  it("is refused if any bit has flipped or the end is missing, and the database keeps its rows", async () => {
    const before = await people(target.url);
    await fc.assert(
      fc.asyncProperty(fc.nat(file.length * 8 - 1), fc.boolean(), async (bit, cut) => {
        // Bytes 4 to 9 of gzip's header are a time, compressor flags and the operating system, which we ignore.
        fc.pre(cut ? bit >= 8 : bit < 4 * 8 || bit >= 10 * 8);
        const at = Math.floor(bit / 8);
        const broken = cut ? file.subarray(0, at) : Buffer.from(file);
        if (!cut) broken[at] = (broken[at] ?? 0) ^ (1 << (bit % 8));
        await expect(restoreInto(target.url, broken)).rejects.toThrow(/The backup (?:is damaged|has format)/u);
      }),
      {
        numRuns: 8,
        examples: [
          [(file.length - 1) * 8, true],
          [(file.length - 1) * 8, false],
          [(file.length - 6) * 8, false],
        ],
      },
    );
    expect(await people(target.url)).toEqual(before);
  });

  it.each([
    [
      "a part under another name",
      (all: Entry[]) =>
        all.map((entry) => ({ ...entry, name: entry.name.replace("tables/public.w", "../../public.w") })),
      "is not where it belongs",
    ],
    [
      "a table that there is none of",
      (all: Entry[]) => edit(all, (text) => text.replace('"waitlist"', '"pg_authid"')),
      "which the migrations of this version do not make",
    ],
    [
      "a migration from the future",
      (all: Entry[]) => edit(all, (text) => text.replace('"migrations": [', '"migrations": ["99991231000000",')),
      "is not in this checkout",
    ],
    [
      "one row less",
      (all: Entry[]) =>
        all.map((entry) =>
          entry.name.startsWith("tables/public.waitlist")
            ? { ...entry, body: entry.body.subarray(entry.body.indexOf(10) + 1) }
            : entry,
        ),
      "its sum in sums.json does not match",
    ],
    [
      "the sum of other rows",
      (all: Entry[]) => edit(all, (text) => text.replace(/("rows": "3000",\s+"digest": ")/u, "$11"), "sums.json"),
      "public.waitlist holds 3000 rows after loading where it held 3000, or others",
    ],
    ["nothing", () => [], "backup.json is not where it belongs"],
  ] as const)("is refused with %s", async (_, change, message) => {
    const before = await people(target.url);
    await expect(restoreInto(target.url, await changed(file, change))).rejects.toThrow(message);
    expect(await people(target.url)).toEqual(before);
  });
  const edit = (all: Entry[], change: (text: string) => string, name = "backup.json") =>
    all.map((entry) => (entry.name === name ? { ...entry, body: Buffer.from(change(entry.body.toString())) } : entry));

  it("says nothing of a row that PostgreSQL refuses", async () => {
    const broken = await changed(file, (all) =>
      all.map((entry) =>
        entry.name.startsWith("tables/public.waitlist")
          ? { ...entry, body: Buffer.from(entry.body.toString().replace("p7@example.com", "P7@EXAMPLE.COM")) }
          : entry,
      ),
    );
    const error = await restoreInto(target.url, broken).catch((reason: unknown) => reason);
    expect(String(error)).toContain(
      "the rows of public.waitlist are refused (SQLSTATE 23514, constraint waitlist_email_normal)",
    );
    for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
      expect(`${cause.message}${cause.stack}`.toLowerCase()).not.toContain("p7@");
  });

  it("is a snapshot of one moment while others write", async () => {
    const other = await emptyDatabase();
    const writing = new AbortController();
    const writer = withClient(source.databaseUrl, async (client) => {
      for (let i = 0; !writing.signal.aborted; i++)
        await client.query(
          `begin; insert into erasures (removed) values ('{"n": ${i}}'); insert into spent_captchas values (md5('${i}') || md5('x'), now()); commit; select pg_sleep(0.002)`,
        );
    });
    const written = () =>
      withClient(source.databaseUrl, async (client) => (await client.query("select from erasures")).rows.length > 0);
    try {
      await eventually("a write", written);
      await restoreInto(other.url, await save(source.databaseUrl));
    } finally {
      writing.abort();
      await writer;
    }
    const { rows } = await withClient(other.url, (client) =>
      client.query("select (select count(*)::int from erasures) as a, (select count(*)::int from spent_captchas) as b"),
    );
    expect(rows[0].a).toBe(rows[0].b);
    expect(rows[0].a).toBeGreaterThan(0);
    await other.drop();
  });

  it("of an older version is migrated to the current one, and says so", async () => {
    const [old, now] = [await emptyDatabase(), await emptyDatabase()];
    const migrations = (await readMigrations()).map(({ version }) => version);
    await prepareDatabase({ databaseUrl: old.url, keys, migrations: migrations.slice(0, 2) });
    await withClient(old.url, (client) => client.query("insert into waitlist (email) values ('early@example.com')"));
    const said: string[] = [];
    await restoreInto(now.url, await save(old.url), (line) => said.push(line));
    expect(said).toEqual([`The database is being updated: ${migrations.length - 2} migrations.`]);
    expect(await people(now.url)).toMatchObject([{ email: "early@example.com" }]);
    const applied = await withClient(now.url, (client) =>
      client.query("select version from supabase_migrations.schema_migrations order by 1"),
    );
    expect(applied.rows.map(({ version }) => version)).toEqual(migrations);
    await Promise.all([old.drop(), now.drop()]);
  });

  it("fails, and does not hang, if the database goes away", async () => {
    const out = new PassThrough();
    const end = "select pg_terminate_backend($1, 5000)";
    const saving = withClient(source.databaseUrl, async (client) => {
      const { rows } = await client.query("select pg_backend_pid() as pid");
      /** A backup whose connection is ended after its first entry, before the next is read. */
      async function* interrupted(): AsyncGenerator<Entry> {
        let ended = false;
        for await (const entry of dump({ client, keys, clock })) {
          yield entry;
          if (!ended) await withClient(source.databaseUrl, (other) => other.query(end, [rows[0].pid]));
          ended = true;
        }
      }
      await Promise.all([writeArchive(interrupted(), out, signal), buffer(out)]);
    });
    await expect(saving).rejects.toThrow(/terminat|connection/iu);
  });
});
