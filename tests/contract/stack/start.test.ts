import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { formsBasePath } from "../../../server/contract/outcomes.ts";
import { thisRelease } from "../../../server/lib/release.ts";
import { readMigrations } from "../../../server/supabase/migrations.ts";
import { withClient } from "../../../server/embedded/database/withClient.ts";
import { cli } from "../../cli/terminal.ts";
import { listen } from "../../support/listen.ts";
import { operator, useStackFolder } from "./stackFolder.ts";

describe("starting the embedded stack", () => {
  const folder = useStackFolder();
  const file = (name: string) => join(folder.dataFolder, name);

  it("keeps its data and keys between starts, for their owner alone, serves only REST and auth of lite, says that it stops, and stops whatever it can write", async () => {
    const first = await folder.start();
    await operator(first).from("waitlist").insert({ email: "kept@example.com" });
    const { rows } = await withClient(first.databaseUrl, (sql) =>
      sql.query("select version, name from supabase_migrations.schema_migrations order by 1"),
    );
    expect(rows).toEqual((await readMigrations()).map(({ version, name }) => ({ version, name })));
    for (const path of ["/_system/info", "/storage/v1/bucket", "/", "/_studio"])
      expect(`${path} ${(await fetch(first.url + path)).status}`).toBe(`${path} 404`);
    await first.stop();
    expect((await readdir(folder.dataFolder)).sort()).toEqual(["keys.json", "postgres"]);
    const second = await folder.start();
    expect(second.keys).toEqual(first.keys);
    const modes = await Promise.all(
      [folder.dataFolder, file("keys.json")].map(async (path) => (await stat(path)).mode),
    );
    expect(modes.map((mode) => mode & 0o777)).toEqual([0o700, 0o600]);
    const health = async () => (await fetch(`${second.url}${formsBasePath}/health`)).status;
    expect(await health()).toBe(200);
    const lastOnes = second.letLastArrive();
    expect(await health()).toBe(503);
    const { data } = await operator(second).from("waitlist").select("email");
    expect(data).toEqual([{ email: "kept@example.com" }]);
    await lastOnes;
    // It can write no file any more, as on a full disk.
    await rename(folder.dataFolder, `${folder.dataFolder} elsewhere`);
    await second.stop();
  });

  it("is not well while its database has other migrations, and makes no backup of it", async () => {
    const stack = await folder.start();
    const health = async () => (await fetch(`${stack.url}${formsBasePath}/health`)).json();
    await withClient(stack.databaseUrl, (sql) =>
      sql.query("update public.migration_files set sha256 = repeat('0', 64) where version = '20261127000900'"),
    );
    expect(await health()).toEqual({ status: "down", down: ["schema"], version: thisRelease() });
    const { code, err } = await cli(["backup", "launch.backup", "--data", folder.dataFolder], {
      folder: folder.parent,
    });
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringContaining("0900_rights.sql is not the file that version"),
    });
  });

  it("says that a port is busy, and leaves nothing locked", async () => {
    await folder.prepare();
    const blocker = createServer();
    const port = await listen(blocker);
    await expect(folder.start({ port })).rejects.toThrow(`Port ${port} is in use.`);
    blocker.close();
    // It takes any port, because others of this run may have taken this one meanwhile.
    await folder.start();
  });

  it("touches nothing while the build is missing, and takes over no folder that contains other things", async () => {
    await expect(folder.start({ exportFolder: join(folder.parent, "nowhere") })).rejects.toThrow(
      "Build it first: npm run build",
    );
    await expect(stat(folder.dataFolder)).rejects.toThrow("ENOENT");
    await mkdir(folder.dataFolder);
    await writeFile(file("thesis.txt"), "");
    await expect(folder.start()).rejects.toThrow("is not empty and holds no stack");
  });

  it("says in one line which part of a data folder it cannot use", async () => {
    await folder.prepare();
    const damage = async (name: string, text: string | undefined, message: string) => {
      const before = await readFile(file(name));
      if (text === undefined) await rm(file(name));
      else await writeFile(file(name), text);
      await expect(folder.start()).rejects.toThrow(message);
      await writeFile(file(name), before);
    };
    await damage("keys.json", "{", "keys.json is damaged");
    await damage("keys.json", undefined, "has lost its keys.json");
    await damage("postgres/PG_VERSION", "12\n", "was made by PostgreSQL 12, this version brings PostgreSQL 18.");
  });

  it.each([
    ["whose waitlist strangers could read", "grant select on public.waitlist to anon", "an anonymous request can read"],
    [
      "that a newer version has used",
      "insert into supabase_migrations.schema_migrations (version, name) values ('20991231000000', 'new')",
      "was last used by a newer version of this project: its migration 20991231000000 is not in",
    ],
    [
      "whose migrations were edited",
      "update public.migration_files set sha256 = repeat('0', 64), release = '0.9.0' where version = '20261127000100'",
      "supabase/migrations/20261127000100_tables.sql is not the file that version 0.9.0 applied: take that file back,",
    ],
    [
      "of a version that recorded no files",
      "drop table public.migration_files",
      "0100_tables.sql: what was applied is of a version before 1.0, which recorded no files",
    ],
  ])("refuses a database %s", async (_, statement, message) => {
    await folder.prepare();
    const stack = await folder.start();
    await withClient(stack.databaseUrl, (sql) => sql.query(statement));
    await stack.stop();
    await expect(folder.start()).rejects.toThrow(message);
  });
});
