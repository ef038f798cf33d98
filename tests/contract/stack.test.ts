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
    const rows = await withClient(
      stack.databaseUrl,
      async (sql) =>
        (await sql.query("select version, name from supabase_migrations.schema_migrations order by 1")).rows,
    );
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
    const { data } = await client(stack)
      .from("waitlist")
      .insert({ email: "a@example.com" })
      .select("created_at")
      .single();
    expect(data?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,6}\+00:00$/u);
  });

  it("refuses a second stack on the same data, and names the first", async () => {
    const first = await start();
    await expect(start()).rejects.toThrow(
      `is in use by another stack (process ${process.pid}, ${first.url}). Stop it first`,
    );
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

  it("answers what it has accepted before it stops", async () => {
    const stack = await start();
    const signUp = (n: number) =>
      fetch(`${stack.url}/rest/v1/waitlist`, {
        method: "POST",
        headers: { apikey: stack.keys.secretKey, "content-type": "application/json" },
        body: JSON.stringify({ email: `visitor-${n}@example.com` }),
      }).then(
        (answer) => answer.status,
        () => 0,
      );
    const { answers, stopped } = await withClient(stack.databaseUrl, async (sql) => {
      await sql.query("begin; lock table public.waitlist in access exclusive mode");
      const sent = Promise.all(Array.from({ length: 8 }, (_, n) => signUp(n)));
      const waiting = async () => (await sql.query("select from pg_locks where not granted")).rowCount === 8;
      await eventually("eight requests under way", waiting);
      const stopping = stack.stop();
      await sql.query("commit");
      return { answers: sent, stopped: stopping };
    });
    expect(await answers).toEqual(Array.from({ length: 8 }, () => 201));
    await stopped;
  });

  it("notices that its database has died, and answers 503 meanwhile", async () => {
    const stack = await start();
    const pid = Number((await readFile(join(dataFolder, "postgres", "postmaster.pid"), "utf8")).split("\n")[0]);
    process.kill(pid, "SIGKILL");
    await stack.died;
    expect((await fetch(`${stack.url}/functions/v1/forms/health`)).status).toBe(503);
    await stack.stop();
    expect(
      (
        await client(await start())
          .from("waitlist")
          .select("id")
      ).error,
    ).toBeNull();
  });

  it("gives up on a store that does not answer", async () => {
    const stack = await start();
    const hanging = createServiceClient(stack.url, stack.keys.secretKey, {
      ...nodeHost,
      timeout: 300,
      fetch: () => new Promise(() => undefined),
    });
    expect((await hanging.from("waitlist").select("id").retry(false)).error?.message).toContain("TimeoutError");
  });

  it("reads no large body of a stranger, and slows down who signs up by the dozen", async () => {
    const stack = await start({ rateLimit: { burst: 2, secondsPerRequest: 60 } });
    const headers = { apikey: embeddedPublishableKey, "content-type": "application/json" };
    const signUp = (body: unknown) =>
      fetch(`${stack.url}/auth/v1/signup`, { method: "POST", headers, body: JSON.stringify(body) }).then(
        ({ status }) => status,
      );
    expect(await signUp({ email: "a".repeat(100_000) })).toBe(413);
    const person = (n: number) => ({ email: `person-${n}@example.com`, password: "a-long-passphrase" });
    expect([await signUp(person(1)), await signUp(person(2)), await signUp(person(3))]).toEqual([200, 200, 429]);
    const rows = Array.from({ length: 3000 }, (_, n) => ({ email: `imported-${n}@example.com` }));
    expect((await client(stack).from("waitlist").insert(rows)).error).toBeNull();
  });

  it("takes over no folder with other things in it", async () => {
    await mkdir(dataFolder);
    await writeFile(join(dataFolder, "thesis.txt"), "");
    await expect(start()).rejects.toThrow("is not empty and holds no stack");
    expect((await stat(dataFolder)).uid).toBe(process.getuid?.());
  });

  it("counts a lock from before the machine was restarted, of a process that has gone, or of one that had our pid, for nothing", async () => {
    await (await start()).stop();
    const beforeUs = Date.now() - process.uptime() * 1000 - 60_000;
    for (const lock of [
      { pid: process.ppid, startedAt: 1 },
      { pid: 2 ** 30, startedAt: Date.now() },
      { pid: process.pid, startedAt: beforeUs },
    ]) {
      await writeFile(join(dataFolder, "lock.json"), JSON.stringify(lock));
      await (await start()).stop();
    }
    await writeFile(join(dataFolder, "lock.json"), JSON.stringify({ pid: process.ppid, startedAt: Date.now() }));
    await expect(start()).rejects.toThrow(`process ${process.ppid}`);
  });

  it("starts when the pid of a lost PostgreSQL belongs to another process by now", async () => {
    await (await start()).stop();
    await writeFile(join(dataFolder, "postgres", "postmaster.pid"), `${process.pid}\n${dataFolder}\n0\n1\n`);
    await (await start()).stop();
    expect(process.exitCode).toBeUndefined();
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
    const { data } = await client(await start())
      .from("waitlist")
      .select("email");
    expect(data).toEqual([{ email: "survivor@example.com" }]);
  });
});
