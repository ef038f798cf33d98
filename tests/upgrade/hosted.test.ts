import { randomBytes } from "node:crypto";
import { cp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Client } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { forCopy, quoted } from "../../server/embedded/backup/dump.ts";
import { parseHead, tableOfPart } from "../../server/embedded/backup/manifest.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { tokenHash } from "../../server/mail/outbox/tokens.ts";
import { compareStatement, readMigrations, recordStatement } from "../../server/supabase/migrations.ts";
import { cli, hosted, scratchFolder } from "../cli/terminal.ts";
import { join as joinList, post } from "../contract/context.ts";
import { bareDatabase, roleUrl } from "../hosted/support/database.ts";
import { skipReason, startHostedBackend } from "../hosted/support/hostedBackend.ts";
import { findSupabaseCli, supabaseCli } from "../hosted/support/supabaseCli.ts";
import { onPort } from "../support/databaseSocket.ts";
import { serveLater } from "../support/serveLater.ts";
import { archiveOf, partsOf, type Release, testedReleases, unpack } from "./archive.ts";
import { makeArchive } from "./maker.ts";
import { newKind, nextJoin, nextMigration } from "./nextRelease.ts";
import { oldLink } from "./rows.ts";

const program = findSupabaseCli();

/** Loads the rows of our tables into a project's database, as they are. */
async function loadRows(client: Client, release: Release): Promise<void> {
  const [head, ...parts] = await partsOf(release);
  const { tables } = parseHead(head);
  const own = Object.entries(tables).filter(([name]) => name.startsWith("public."));
  await client.query("begin");
  await client.query("set local session_replication_role = replica");
  await client.query(`truncate ${own.map(([name]) => quoted(name)).join(", ")}`);
  for (const [name, columns] of own)
    for (const { body } of parts.filter((part) => tableOfPart(part.name) === name))
      await pipeline(Readable.from([body]), client.query(copyFrom(`copy ${forCopy(name, columns)} from stdin`)));
  await client.query("commit");
}

describe.skipIf(program === undefined || skipReason).each(testedReleases())(
  "a project of the release of $name",
  ({ file }) => {
    const clusterUrl = inject("hostedClusterUrl");
    const database = `upgrade_${randomBytes(6).toString("hex")}`;
    const owner = roleUrl(clusterUrl, "postgres", database);
    let release: Release;
    let supabase: Awaited<ReturnType<typeof supabaseCli>>;
    let address: Awaited<ReturnType<typeof onPort>>;
    const asOwner = async (sql: string) =>
      withClient(owner, async (client) => (await client.query<Record<string, unknown>>(sql)).rows);
    const admin = (sql: string) =>
      withClient(roleUrl(clusterUrl, "postgres", "postgres"), async (client) => void (await client.query(sql)));

    /** What `deploy` does with the database: these migrations, and a record of them. */
    async function deploy(migrations: string, more: Record<string, string> = {}): Promise<void> {
      const folder = join(supabase.folder, "supabase/migrations");
      await rm(folder, { recursive: true });
      await cp(migrations, folder, { recursive: true });
      for (const [name, sql] of Object.entries(more)) await writeFile(join(folder, name), sql);
      const files = await readMigrations(pathToFileURL(`${folder}/`));
      await asOwner(compareStatement(files));
      const remote = roleUrl(address.url, "postgres", database);
      expect(await supabase.run(["db", "push", "--include-all", `--remote=${remote}`, "--yes"])).toMatchObject({
        code: 0,
      });
      await asOwner(recordStatement(files));
    }

    beforeAll(async () => {
      const scratch = await scratchFolder();
      const archive = file ?? archiveOf("0.0.0", scratch.folder);
      if (file === undefined) await makeArchive(archive);
      release = await unpack(archive, join(scratch.folder, "release"));
      supabase = await supabaseCli(program ?? "");
      address = await onPort(clusterUrl);
      await admin(`create database ${database} template ${bareDatabase} owner postgres`);
      return async () => {
        await address.stop();
        await admin(`drop database ${database} with (force)`);
        await supabase.remove();
        await scratch.remove();
      };
    });

    it("gets the next version by db push, which joins, confirms and takes links of old mails by PostgREST", async () => {
      await deploy(release.folder);
      await withClient(roleUrl(clusterUrl, "supabase_admin", database), (client) => loadRows(client, release));
      const facts = "select to_jsonb(w) - 'locale' as row from waitlist w order by id";
      const before = await asOwner(facts);
      await deploy(fileURLToPath(new URL("../../supabase/migrations", import.meta.url)), {
        [nextMigration.file]: nextMigration.sql,
      });
      expect(await asOwner(facts)).toEqual(before);

      const backend = await startHostedBackend({ deployed: { database, server: await serveLater() } });
      onTestFinished(backend.stop);
      expect((await joinList(backend, "new@example.com")).status).toBe(201);
      const link = { hash: await tokenHash("a-link"), purpose: "confirm", email: "new@example.com" };
      await backend.supabase.rpc("register_email_tokens", { tokens: JSON.stringify([link]) }).throwOnError();
      expect((await post(backend, "/confirm", { token: "a-link" })).status).toBe(200);
      expect((await post(backend, "/unsubscribe", { token: oldLink.token })).status).toBe(204);
      // The next version's own join.
      const joined = await backend.supabase.rpc("join_waitlist", nextJoin("own@example.com")).throwOnError();
      expect(joined.data).toMatchObject({ outcome: "joined" });
      expect(
        await asOwner(`select email, locale, unsubscribed_at is not null as left from waitlist
          where email in ('new@example.com', 'own@example.com', '${oldLink.email}') order by email`),
      ).toEqual([
        { email: oldLink.email, locale: "en", left: true },
        { email: "new@example.com", locale: "en", left: false },
        { email: "own@example.com", locale: "fi", left: false },
      ]);
      expect(await asOwner(`select email from email_outbox where kind = '${newKind}'`)).toEqual([
        { email: "new@example.com" },
      ]);
      expect(await cli(["stats", "--json"], { env: hosted(backend) })).toMatchObject({ code: 0 });
    });
  },
);
