import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { beforeAll, expect, inject, it, onTestFinished } from "vitest";
import { type Entry, readArchive, writeArchive } from "../../server/embedded/backup/archive.ts";
import { dump } from "../../server/embedded/backup/dump.ts";
import { openBackup } from "../../server/embedded/backup/load.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { startBackend } from "../support/backend.ts";
import { eventually } from "../support/eventually.ts";

const secret = () => randomBytes(32).toString("base64url");
const keys = {
  postgresPassword: secret(),
  jwtSecret: secret(),
  secretKey: `sb_secret_${secret()}`,
  captchaSecret: secret(),
};

/** Texts that are difficult for PostgreSQL's text format or for JSON, or that people type in odd ways. */
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

const save = (url: string): Promise<Buffer> =>
  withClient(url, (client) => buffer(writeArchive(dump(client, keys, new Date("2026-05-04T12:00:00Z")))));

const restoreInto = async (url: string, file: Buffer, log?: (line: string) => void) =>
  (await openBackup(readArchive(Readable.from([file])), log)).restore(url);

const people = (url: string) =>
  withClient(url, async (client) => (await client.query("select * from waitlist order by email")).rows);

async function changed(change: (entry: Entry) => Entry | undefined): Promise<Buffer> {
  async function* entries() {
    for await (const entry of readArchive(Readable.from([file]))) {
      const made = change(entry);
      if (made) yield made;
    }
  }
  return buffer(writeArchive(entries()));
}

const edited = (name: string, change: (text: string) => string) =>
  changed((entry) => (entry.name === name ? { name, body: Buffer.from(change(entry.body.toString())) } : entry));

let source: Awaited<ReturnType<typeof startBackend>>;
let target: Awaited<ReturnType<typeof emptyDatabase>>;
let file: Buffer;
beforeAll(async () => {
  source = await startBackend();
  target = await emptyDatabase();
  // The database has the time zone of a machine elsewhere, as initdb takes over the machine's.
  const database = new URL(target.url).pathname.slice(1);
  await withClient(target.url, (client) => client.query(`alter database ${database} set timezone = 'Asia/Kolkata'`));
  await withClient(source.databaseUrl, async (client) => {
    await client.query(
      "insert into waitlist (email, created_at) select 'p' || i || '@example.com', '2026-05-01T00:00:00.123456Z'::timestamptz + i * interval '1 ms' from generate_series(1, 1200) i",
    );
    for (const [n, text] of nasty.entries())
      await client.query(
        "insert into beta_applications (name, email, role, reason) values ('N', 'n' || $2 || '@example.com', 'other', $1)",
        [text, String(n)],
      );
    // Joining would take this person off the suppression list if triggers ran when their rows are loaded.
    await client.query("select suppress_email('p1@example.com', 'erased')");
    await client.query("insert into auth.users (id, email) values (gen_random_uuid(), 'user@example.com')");
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
  const { rows } = await withClient(target.url, (client) => client.query("select reason from beta_applications"));
  expect(new Set(rows.map(({ reason }) => reason))).toEqual(new Set(nasty));
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
      await expect(restoreInto(target.url, broken)).rejects.toThrow("The backup is damaged");
    }),
    {
      numRuns: 4,
      examples: [
        [(file.length - 1) * 8, true],
        [(file.length - 1) * 8, false],
        [(file.length - 6) * 8, false],
      ],
    },
  );
  expect(await people(target.url)).toEqual(before);
});

const rowsOf = (name: string) => name.startsWith("tables/public.waitlist/");

it.each<[what: string, file: () => Promise<Buffer>, message: string]>([
  [
    "another version of the format",
    () => edited("backup.json", (text) => text.replace('"version": 1', '"version": 2')),
    "The backup has format 2; this version reads format 1. Restore it with the version that made it.",
  ],
  [
    "a migration from the future",
    () => edited("backup.json", (text) => text.replace('"version": "20261127000100"', '"version": "99991231000000"')),
    "The backup holds migration 99991231000000, which is not in this checkout.",
  ],
  [
    "a migration that was edited since",
    () => edited("backup.json", (text) => text.replace(/(?<="sha256": ")\w{64}/u, "0".repeat(64))),
    "The backup does not fit: supabase/migrations/20261127000100_tables.sql is not the file that version",
  ],
  [
    "a table that the migrations do not make",
    () => edited("backup.json", (text) => text.replace('"public.waitlist"', '"pg_catalog.pg_authid"')),
    "The backup holds pg_catalog.pg_authid.id, which the migrations of this version do not make.",
  ],
  ["keys that are too short", () => edited("keys.json", (text) => text.replace(keys.jwtSecret, "known")), "keys.json"],
  [
    "one row less",
    () =>
      changed((entry) =>
        rowsOf(entry.name) ? { ...entry, body: entry.body.subarray(entry.body.indexOf(10) + 1) } : entry,
      ),
    "the rows of public.waitlist are not those that were saved",
  ],
])("is refused with %s, and nothing is changed", async (_, crafted, message) => {
  const before = await people(target.url);
  await expect(crafted().then((broken) => restoreInto(target.url, broken))).rejects.toThrow(message);
  expect(await people(target.url)).toEqual(before);
});

it("says nothing of a row that PostgreSQL refuses", async () => {
  const broken = await changed((entry) =>
    rowsOf(entry.name)
      ? { ...entry, body: Buffer.from(entry.body.toString().replace("p7@example.com", "P7@EXAMPLE.COM")) }
      : entry,
  );
  const error = await restoreInto(target.url, broken).catch((reason: unknown) => reason);
  expect(String(error)).toContain(
    "the rows of public.waitlist are refused (SQLSTATE 23514, constraint email_address_valid)",
  );
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    expect(`${cause.message}${cause.stack}`.toLowerCase()).not.toContain("p7@");
});

it("stops reading the database where it cannot be written any more, as on a full disk", async () => {
  let stopped = false;
  async function* endless(): AsyncGenerator<Entry> {
    try {
      for (;;) yield { name: "tables/public.waitlist/000000", body: randomBytes(1 << 20) };
    } finally {
      stopped = true;
    }
  }
  const fill = async () => {
    for await (const part of writeArchive(endless())) throw new Error(`no room for ${part.constructor.name}`);
  };
  await expect(fill()).rejects.toThrow("no room for Buffer");
  await expect.poll(() => stopped).toBe(true);
});

it("is a snapshot of one moment while others write", async () => {
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
    await restoreInto(target.url, await save(source.databaseUrl));
  } finally {
    writing.abort();
    await writer;
  }
  const { rows } = await withClient(target.url, (client) =>
    client.query("select (select count(*)::int from erasures) as a, (select count(*)::int from spent_captchas) as b"),
  );
  expect(rows[0].a).toBe(rows[0].b);
  expect(rows[0].a).toBeGreaterThan(0);
});

it("of an older version is migrated to the current one, and says so", async () => {
  await withClient(source.databaseUrl, (client) =>
    client.query(
      "delete from supabase_migrations.schema_migrations where version = (select max(version) from supabase_migrations.schema_migrations)",
    ),
  );
  const now = await emptyDatabase();
  onTestFinished(now.drop);
  const said: string[] = [];
  await restoreInto(now.url, await save(source.databaseUrl), (line) => said.push(line));
  expect(said).toEqual(["The database is being updated: 1 migration."]);
  expect(await people(now.url)).toEqual(await people(source.databaseUrl));
});

it("holds a table of several parts, which end within rows of megabytes", async () => {
  // Each row has 9 million bytes and a part 8 MiB, so a part ends within a row, perhaps within a character.
  await withClient(source.databaseUrl, (client) =>
    client.query(
      "insert into erasures (removed) select jsonb_build_object('n', repeat('é\n', 1800000)) from generate_series(1, 2)",
    ),
  );
  const large = await save(source.databaseUrl);
  const names: string[] = [];
  for await (const { name } of readArchive(Readable.from([large]))) names.push(name);
  expect(names.filter((name) => name.startsWith("tables/public.erasures/"))).toHaveLength(3);
  await restoreInto(target.url, large);
  const rows = (url: string) =>
    withClient(
      url,
      async (client) => (await client.query("select id, md5(removed::text) as sum from erasures order by id")).rows,
    );
  expect(await rows(target.url)).toEqual(await rows(source.databaseUrl));
});
