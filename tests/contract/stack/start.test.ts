import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readMigrations } from "../../../server/embedded/database/migrate.ts";
import { withClient } from "../../../server/embedded/database/withClient.ts";
import { operator, useStackFolder } from "./stackFolder.ts";
import { listen } from "../../support/listen.ts";

describe("starting the embedded stack", () => {
  const folder = useStackFolder();

  it("keeps its data and keys between starts, for their owner alone, and its migrations where the Supabase CLI looks", async () => {
    const first = await folder.start();
    await operator(first).from("waitlist").insert({ email: "kept@example.com" });
    const { rows } = await withClient(first.databaseUrl, (sql) =>
      sql.query("select version, name from supabase_migrations.schema_migrations order by 1"),
    );
    expect(rows).toEqual((await readMigrations()).map(({ version, name }) => ({ version, name })));
    await first.stop();
    expect((await readdir(folder.dataFolder)).sort()).toEqual(["keys.json", "postgres"]);
    const second = await folder.start();
    expect(second.keys).toEqual(first.keys);
    const { data } = await operator(second).from("waitlist").select("email");
    expect(data).toEqual([{ email: "kept@example.com" }]);
    expect((await stat(folder.dataFolder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder.dataFolder, "keys.json"))).mode & 0o777).toBe(0o600);
  });

  it("says that a port is busy, and leaves nothing locked", async () => {
    await folder.prepare();
    const blocker = createServer();
    const port = await listen(blocker);
    await expect(folder.start({ port })).rejects.toThrow(`Port ${port} is in use.`);
    blocker.close();
    // On any port: others of this run may have taken this one meanwhile.
    await folder.start();
  });

  it("says that the build is missing before it touches the data", async () => {
    await expect(folder.start({ exportFolder: join(folder.parent, "nowhere") })).rejects.toThrow(
      "Build it first: npm run build",
    );
    await expect(stat(folder.dataFolder)).rejects.toThrow("ENOENT");
  });

  it("does not take over a folder that contains other things", async () => {
    await mkdir(folder.dataFolder);
    await writeFile(join(folder.dataFolder, "thesis.txt"), "");
    await expect(folder.start()).rejects.toThrow("is not empty and holds no stack");
    expect((await stat(folder.dataFolder)).uid).toBe(process.getuid?.());
  });

  it("says in one line which part of a data folder it cannot use", async () => {
    await writeFile(folder.dataFolder, "");
    await expect(folder.start()).rejects.toThrow(/^The data folder .+ cannot be used: EEXIST.*$/u);
    await rm(folder.dataFolder);
    await folder.prepare();
    const file = (name: string) => join(folder.dataFolder, name);
    const damage = async (name: string, text: string | undefined, message: string) => {
      const before = await readFile(file(name));
      if (text === undefined) await rm(file(name));
      else await writeFile(file(name), text);
      await expect(folder.start()).rejects.toThrow(message);
      await writeFile(file(name), before);
    };
    const keys = JSON.parse(await readFile(file("keys.json"), "utf8"));
    const other = { ...keys, postgresPassword: "0".repeat(43) };
    await damage("keys.json", "{", "keys.json is damaged");
    await damage("keys.json", undefined, "has lost its keys.json");
    await damage("keys.json", JSON.stringify({ ...keys, jwtSecret: `${"0".repeat(42)}\n` }), "keys.json is damaged");
    await damage("keys.json", JSON.stringify(other), "does not take the password in keys.json");
    await damage("postgres/PG_VERSION", undefined, "its file PG_VERSION is missing");
    await damage("postgres/PG_VERSION", "12\n", "was made by PostgreSQL 12, this version brings PostgreSQL 18.");
    await damage("postgres/global/pg_control", undefined, "does not start: ");
  });

  it("refuses a database that a newer version has used, and one whose waitlist strangers could read", async () => {
    await folder.prepare();
    const change = async (statement: string) => {
      const stack = await folder.start();
      await withClient(stack.databaseUrl, (sql) => sql.query(statement));
      await stack.stop();
    };
    await change("grant select on public.waitlist to anon");
    await expect(folder.start()).rejects.toThrow("an anonymous request can read the waitlist");
    await rm(folder.dataFolder, { recursive: true });
    await folder.prepare();
    await change("insert into supabase_migrations.schema_migrations (version, name) values ('20991231000000', 'new')");
    await expect(folder.start()).rejects.toThrow(
      "The database was last used by a newer version of this project: its migration 20991231000000 is not in",
    );
  });
});
