import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readMigrations } from "../../../server/embedded/database/migrate.ts";
import { withClient } from "../../../server/embedded/database/withClient.ts";
import { connectEmbedded } from "../../../server/embedded/stack/connect.ts";
import { operator, useStackFolder } from "./stackFolder.ts";
import { listen } from "../../support/listen.ts";

describe("starting the embedded stack", () => {
  const folder = useStackFolder();

  it("keeps its data and keys between starts, for their owner alone", async () => {
    const first = await folder.start();
    await operator(first).from("waitlist").insert({ email: "kept@example.com" });
    await first.stop();
    const second = await folder.start();
    expect(second.keys).toEqual(first.keys);
    const { data } = await operator(second).from("waitlist").select("email");
    expect(data).toEqual([{ email: "kept@example.com" }]);
    expect((await stat(folder.dataFolder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder.dataFolder, "keys.json"))).mode & 0o777).toBe(0o600);
  });

  it("records its migrations where the Supabase CLI looks", async () => {
    const stack = await folder.start();
    const rows = await withClient(
      stack.databaseUrl,
      async (sql) =>
        (await sql.query("select version, name from supabase_migrations.schema_migrations order by 1")).rows,
    );
    expect(rows).toEqual((await readMigrations()).map(({ version, name }) => ({ version, name })));
    expect(rows.length).toBeGreaterThan(0);
  });

  it("refuses, in every command, a database that a newer version has used, and does not change it", async () => {
    await folder.prepare();
    const newer = "20991231000000";
    const stack = await folder.start();
    await withClient(stack.databaseUrl, (sql) =>
      sql.query("insert into supabase_migrations.schema_migrations (version, name) values ($1, 'of_tomorrow')", [
        newer,
      ]),
    );
    await stack.stop();
    const refusal = `The database was last used by a newer version of this project: its migration ${newer} is not in`;
    await expect(folder.start()).rejects.toThrow(refusal);
    await expect(connectEmbedded(folder.dataFolder, { create: false })).rejects.toThrow(refusal);
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

  it("says which part of a broken data folder is broken", async () => {
    await folder.prepare();
    const stack = await folder.start();
    await stack.stop();
    const keys = await readFile(join(folder.dataFolder, "keys.json"), "utf8");
    await writeFile(join(folder.dataFolder, "keys.json"), "{");
    await expect(folder.start()).rejects.toThrow("keys.json is damaged");
    await writeFile(join(folder.dataFolder, "keys.json"), keys);
    await rm(join(folder.dataFolder, "postgres", "global"), { recursive: true });
    await mkdir(join(folder.dataFolder, "postgres", "global"));
    await expect(folder.start()).rejects.toThrow("does not start");
  });

  it("refuses to serve when an anonymous request could read the waitlist", async () => {
    await folder.prepare();
    const stack = await folder.start();
    await withClient(stack.databaseUrl, (sql) => sql.query("grant select on public.waitlist to anon"));
    await stack.stop();
    await expect(folder.start()).rejects.toThrow("an anonymous request can read the waitlist");
  });

  it("does not take over a folder that contains other things", async () => {
    await mkdir(folder.dataFolder);
    await writeFile(join(folder.dataFolder, "thesis.txt"), "");
    await expect(folder.start()).rejects.toThrow("is not empty and holds no stack");
    expect((await stat(folder.dataFolder)).uid).toBe(process.getuid?.());
  });
});
