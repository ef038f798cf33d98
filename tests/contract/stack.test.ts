import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { embeddedPublishableKey } from "../../server/contract/embedded.ts";
import { readMigrations, withClient } from "../../server/embedded/database/migrate.ts";
import { lockHolder } from "../../server/embedded/folder/lock.ts";
import { startStack, type Stack, type StackOptions } from "../../server/embedded/stack.ts";
import { createServiceClient } from "../../server/supabase/client.ts";
import { nodeHost } from "../../server/supabase/nodeHost.ts";
import { eventually } from "../support/eventually.ts";

describe("the embedded stack", () => {
  let parent: string;
  let dataFolder: string;
  const running: Stack[] = [];
  const children: ChildProcess[] = [];

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), "keelbook-stack-"));
    // PostgreSQL runs as its own user under root and must be able to reach the folder.
    await chmod(parent, 0o755);
    dataFolder = join(parent, "data");
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
    for (const stack of running.splice(0)) await stack.stop();
    await rm(parent, { recursive: true, force: true });
  });
  const start = async (options: Partial<StackOptions> = {}) => {
    const stack = await startStack({ dataFolder, port: 0, ...options });
    running.push(stack);
    return stack;
  };
  const client = (stack: Stack) => createServiceClient(stack.url, stack.keys.secretKey, nodeHost);

  it("keeps its data and keys between starts, for their owner alone", async () => {
    const first = await start();
    await client(first).from("waitlist").insert({ email: "kept@example.com" });
    await first.stop();
    const second = await start();
    expect(second.keys).toEqual(first.keys);
    const { data } = await client(second).from("waitlist").select("email");
    expect(data).toEqual([{ email: "kept@example.com" }]);
    expect((await stat(dataFolder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(dataFolder, "keys.json"))).mode & 0o777).toBe(0o600);
  });

  it("records its migrations where the Supabase CLI looks", async () => {
    const stack = await start();
    const rows = await withClient(stack.databaseUrl, async (sql) => (await sql.query("select version, name from supabase_migrations.schema_migrations order by 1")).rows);
    expect(rows).toEqual((await readMigrations()).map(({ version, name }) => ({ version, name })));
    expect(rows.length).toBeGreaterThan(0);
  });

  it("serves nothing of lite but REST and auth", async () => {
    const stack = await start();
    for (const path of ["/_system/info", "/storage/v1/bucket", "/", "/_studio"]) {
      expect(`${path} ${(await fetch(stack.url + path)).status}`).toBe(`${path} 404`);
    }
    const anonymous = await fetch(`${stack.url}/rest/v1/waitlist`, { headers: { apikey: embeddedPublishableKey } });
    expect(anonymous.status).toBe(401);
  });

  it("answers timestamps in ISO 8601 with microseconds", async () => {
    const stack = await start();
    const { data } = await client(stack).from("waitlist").insert({ email: "a@example.com" }).select("created_at").single();
    expect(data?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,6}\+00:00$/u);
  });

  it("refuses a second stack on the same data, and names the first", async () => {
    const first = await start();
    await expect(start()).rejects.toThrow(`is in use by another stack (process ${process.pid}, ${first.url}). Stop it first.`);
    expect((await fetch(`${first.url}/functions/v1/forms/health`)).status).toBe(200);
    await first.stop();
    expect(await lockHolder(dataFolder)).toBeUndefined();
  });

  it("says that a port is busy, and leaves nothing locked", async () => {
    const blocker = createServer().listen(0, "127.0.0.1");
    await once(blocker, "listening");
    const address = blocker.address();
    const port = typeof address === "object" && address ? address.port : 0;
    await expect(start({ port })).rejects.toThrow(`Port ${port} is in use.`);
    blocker.close();
    expect((await start({ port })).url).toBe(`http://localhost:${port}`);
  });

  it("says that the build is missing before it touches the data", async () => {
    await expect(start({ exportFolder: join(parent, "nowhere") })).rejects.toThrow("Build it first: npm run build");
    await expect(stat(dataFolder)).rejects.toThrow("ENOENT");
  });

  it("says which part of a broken data folder is broken", async () => {
    const stack = await start();
    await stack.stop();
    const keys = await readFile(join(dataFolder, "keys.json"), "utf8");
    await writeFile(join(dataFolder, "keys.json"), "{");
    await expect(start()).rejects.toThrow("keys.json is damaged");
    await writeFile(join(dataFolder, "keys.json"), keys);
    await rm(join(dataFolder, "postgres", "global"), { recursive: true });
    await mkdir(join(dataFolder, "postgres", "global"));
    await expect(start()).rejects.toThrow("does not start");
  });

  it("refuses to serve when an anonymous request could read the waitlist", async () => {
    const stack = await start();
    await withClient(stack.databaseUrl, (sql) => sql.query("grant select on public.waitlist to anon"));
    await stack.stop();
    await expect(start()).rejects.toThrow("an anonymous request can read the waitlist");
  });

  it("starts again after kill -9, with the rows it had acknowledged", async () => {
    const script = fileURLToPath(new URL("../support/runStack.ts", import.meta.url));
    const child = spawn(process.execPath, ["--import", "tsx", script, dataFolder], { stdio: "ignore" });
    children.push(child);
    await eventually("a stack in another process", async () => (await lockHolder(dataFolder))?.url !== undefined);
    await expect(start()).rejects.toThrow(`process ${child.pid}`);
    const url = String((await lockHolder(dataFolder))?.url);
    const { secretKey } = JSON.parse(await readFile(join(dataFolder, "keys.json"), "utf8"));
    await createServiceClient(url, secretKey, nodeHost).from("waitlist").insert({ email: "survivor@example.com" });
    child.kill("SIGKILL");
    await once(child, "exit");
    const { data } = await client(await start()).from("waitlist").select("email");
    expect(data).toEqual([{ email: "survivor@example.com" }]);
  });
});
