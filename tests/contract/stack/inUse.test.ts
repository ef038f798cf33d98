import { once } from "node:events";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { assert, describe, expect, it, onTestFinished } from "vitest";
import { withClient } from "../../../server/embedded/database/withClient.ts";
import { FolderInUseError, holderOfFolder, takeFolder } from "../../../server/embedded/folder/hold.ts";
import { runningServer } from "../../../server/embedded/postgres/leftovers.ts";
import { connectEmbedded } from "../../../server/embedded/stack/connect.ts";
import { readMailSettings } from "../../../server/settings/hosts.ts";
import { createServiceClient } from "../../../server/supabase/client.ts";
import { nodeHost } from "../../../server/supabase/nodeHost.ts";
import { eventually } from "../../support/eventually.ts";
import { listen } from "../../support/listen.ts";
import { mintCaptchaFor } from "../../support/mintCaptcha.ts";
import { operator, useStackFolder } from "./stackFolder.ts";

describe("a data folder in use", () => {
  const folder = useStackFolder();
  const database = () => runningServer(join(folder.dataFolder, "postgres"));

  it("is refused to a second stack, which names the first, and joined by commands, which leave it running", async () => {
    await folder.prepare();
    const first = await folder.start();
    await expect(folder.start()).rejects.toThrow(
      `is in use by another stack (process ${process.pid}, ${first.boundUrl}). Stop it first.`,
    );
    const joined = await connectEmbedded(folder.dataFolder, { create: false });
    expect(joined).toMatchObject({ url: first.boundUrl, keys: first.keys, runs: { captcha: "altcha" }, sends: false });
    await joined.close();
    expect((await fetch(`${first.url}/functions/v1/forms/health`)).status).toBe(200);
  });

  it("is waited for while a command has it: by commands, not by a stack", async () => {
    await folder.prepare();
    const one = await connectEmbedded(folder.dataFolder, { create: false });
    await expect(folder.start()).rejects.toThrow(
      `is in use by a command (process ${process.pid}). Wait until it has ended, then run this again.`,
    );
    const said: string[] = [];
    const other = connectEmbedded(folder.dataFolder, { create: false, onWait: (line) => void said.push(line) });
    await expect.poll(() => said).toEqual([`Waiting for process ${process.pid}, which uses ${folder.dataFolder}.`]);
    await one.close();
    await (await other).close();
    const interrupt = new AbortController();
    const starting = connectEmbedded(folder.dataFolder, { create: false, signal: interrupt.signal });
    interrupt.abort();
    await expect(starting).rejects.toMatchObject({ name: "AbortError" });
    expect([await database(), await holderOfFolder(folder.dataFolder)]).toEqual([undefined, undefined]);
  });

  it("goes to one of twenty that take it at once, also after a process that was killed", async () => {
    await mkdir(folder.dataFolder);
    // The number belongs to a living process that started at another time.
    await writeFile(join(folder.dataFolder, "stack.json"), JSON.stringify({ pid: process.pid, since: "1" }));
    const settled = await Promise.allSettled(Array.from({ length: 20 }, () => takeFolder(folder.dataFolder)));
    const refused = settled.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused.filter((reason) => reason instanceof FolderInUseError)).toHaveLength(19);
    for (const one of settled) if (one.status === "fulfilled") await one.value.release();
    expect(await readdir(folder.dataFolder)).toEqual([]);
  });

  it("is started again after kill -9 with every acknowledged row, though nobody reaps the killed process", async () => {
    await folder.prepare();
    const { kill, url } = await folder.run();
    const { secretKey } = JSON.parse(await readFile(join(folder.dataFolder, "keys.json"), "utf8"));
    await createServiceClient(url, secretKey, nodeHost).from("waitlist").insert({ email: "survivor@example.com" });
    await kill();
    expect(await database()).toBeDefined();
    const stack = await folder.start();
    const { data } = await operator(stack).from("waitlist").select("email");
    expect(data).toEqual([{ email: "survivor@example.com" }]);
  });

  it("is let go by a stack whose database has ended, which says so, also while a mail is being sent", async () => {
    await folder.prepare();
    const silent = createServer();
    const sending = once(silent, "connection");
    const SMTP_URL = `smtp://127.0.0.1:${await listen(silent)}`;
    onTestFinished(() => void silent.close());
    const stack = await folder.start({ mail: readMailSettings({ SMTP_URL, MAIL_FROM: "hello@example.com" }) });
    const form = { email: "visitor@example.com", captcha: await mintCaptchaFor(stack.keys.captchaSecret) };
    const joined = await fetch(`${stack.url}/functions/v1/forms/waitlist`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(form),
    });
    expect(joined.status).toBe(201);
    await sending;
    const server = await database();
    assert(server);
    process.kill(server, "SIGKILL");
    expect(await stack.died).toBe("PostgreSQL has ended (signal SIGKILL). What was stored is safe.");
    expect((await fetch(`${stack.url}/functions/v1/forms/health`)).status).toBe(503);
    const since = performance.now();
    await stack.stop();
    // This takes two seconds on an idle machine; the sender alone would go on writing its result for twenty.
    expect(performance.now() - since).toBeLessThan(10_000);
    await folder.start();
  });

  it("is let go only after the requests that the stack has accepted are answered, also when some lost their connection", async () => {
    await folder.prepare();
    const stack = await folder.start();
    const signUp = async (n: number) => {
      const { error } = await operator(stack)
        .from("waitlist")
        .insert({ email: `visitor-${n}@example.com` });
      return error === null;
    };
    await withClient(stack.databaseUrl, async (sql) => {
      await sql.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'keelbook'");
      await eventually("joins after their connections were ended", () => signUp(-1));
      await sql.query("begin; lock table public.waitlist in access exclusive mode");
      const sent = Promise.all(Array.from({ length: 8 }, (_, n) => signUp(n)));
      const waiting = async () => (await sql.query("select from pg_locks where not granted")).rowCount === 8;
      await eventually("eight requests under way", waiting);
      const stopping = stack.stop();
      await expect.poll(() => holderOfFolder(folder.dataFolder)).not.toHaveProperty("url");
      await sql.query("commit");
      expect(await sent).toEqual(Array.from({ length: 8 }, () => true));
      return stopping;
    });
  });
});
