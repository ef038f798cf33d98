import { execFileSync } from "node:child_process";
import { mkdir, readdir, rm, rmdir, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { connectEmbedded } from "../../server/embedded/stack/connect.ts";
import { asideName } from "../../server/embedded/folder/aside.ts";
import { acquireLock } from "../../server/embedded/lock/lock.ts";
import { serversOf } from "../../server/embedded/postgres/processes.ts";
import { eventually } from "../support/eventually.ts";
import { sampleMail } from "../support/sampleMail.ts";
import { createInbox } from "../../server/mail/transports/inbox.ts";
import { startStack } from "../../server/embedded/stack/stack.ts";
import { start as startCommand } from "./processes.ts";
import { cli, type Outcome, scratchFolder } from "./terminal.ts";
import { listen } from "../support/listen.ts";

/** A proxy that lets nobody through, and what it was asked for. */
async function deafProxy() {
  let asked = "";
  const server = createServer((socket) => {
    socket
      .on("error", () => undefined)
      .once("data", (chunk) => {
        asked += chunk.toString("latin1");
        socket.destroy();
      });
  });
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${await listen(server)}`, asked: () => asked };
}

describe("on the embedded stack of a folder", () => {
  let folder: string;
  let seeded: Outcome;
  beforeAll(async () => {
    const scratch = await scratchFolder();
    folder = scratch.folder;
    seeded = await cli(["seed", "--waitlist", "3", "--beta", "1"], { folder });
    return scratch.remove;
  });
  const exported = () => cli(["export", "waitlist", "--columns", "email", "--out", "-", "--verbose"], { folder });

  it("a command starts a stack if none is running, stops it again, and the data stays", async () => {
    expect(seeded).toMatchObject({ code: 0, err: expect.stringContaining("to the embedded stack") });
    const { code, out, err } = await exported();
    expect(err).toContain("Started the embedded stack");
    expect(out.trim().split("\n")).toHaveLength(4);
    expect(code).toBe(0);
  });

  it("seed writes nothing that is meant for a hosted project, and makes no database for it", async () => {
    const argv = ["seed", "--waitlist", "9", "--confirm", "abc.supabase.co"];
    expect(await cli(argv, { folder })).toEqual({
      code: 2,
      out: "",
      err: "error: --confirm names a hosted project, but SUPABASE_URL is not set.\n",
    });
    expect((await exported()).out.trim().split("\n")).toHaveLength(4);
    const empty = join(folder, "empty");
    expect(await cli([...argv, "--data", empty], { folder })).toMatchObject({ code: 3 });
  });

  it.skipIf(process.platform === "win32").each(["SIGINT", "SIGHUP"] as const)(
    "a command stops the stack it started at a %s that comes twice, from the terminal and from npm or a shell",
    async (signal) => {
      execFileSync("mkfifo", [join(folder, signal)]);
      const dataFolder = join(folder, ".data");
      // Nobody reads the pipe, so the command waits for that.
      const argv = ["--data", dataFolder, "--verbose", "export", "waitlist", "--out", signal];
      const { child, done } = startCommand(argv, {}, folder);
      let said = "";
      child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
      await eventually("it has started the stack", async () => said.includes("Started the embedded stack"));
      child.kill(signal);
      await sleep(20);
      child.kill(signal);
      expect(await done).toMatchObject({ code: 130, err: expect.stringContaining("error: Interrupted.\n") });
      expect(await serversOf(join(dataFolder, "postgres"))).toEqual([]);
    },
  );

  it("a command finds a running stack by its lock, and leaves it running", async () => {
    const stack = await startStack({ dataFolder: join(folder, ".data"), port: 0 });
    try {
      const { code, err } = await exported();
      expect(err).toContain(`Found the embedded stack running at ${stack.boundUrl}`);
      expect(code).toBe(0);
      expect((await fetch(`${stack.url}/rest/v1/waitlist`, { headers: { apikey: stack.keys.secretKey } })).status).toBe(
        200,
      );
    } finally {
      await stack.stop();
    }
  });

  // Before Node 22.21 there is no such setting, and Linux alone has all of 127.0.0.0/8.
  const hosts = process.platform === "linux" ? ["127.0.0.1", "127.0.0.2"] : ["127.0.0.1"];
  it.each(hosts)("a command uses no proxy to reach a running stack on %s", async (host) => {
    const { url: proxy, asked } = await deafProxy();
    const data = ["--data", join(folder, ".data"), "--retries", "0"];
    const stack = await startStack({ dataFolder: join(folder, ".data"), port: 0, host });
    const named = { SUPABASE_URL: stack.url, SUPABASE_SECRET_KEY: stack.keys.secretKey };
    const env = { NODE_USE_ENV_PROXY: "1", HTTP_PROXY: proxy, NO_PROXY: "internal.example" };
    try {
      expect(await startCommand([...data, "stats"], env, folder).done).toMatchObject({ code: 0 });
      const exporting = startCommand(
        ["--retries", "0", "export", "waitlist", "--out", "-"],
        { ...env, ...named },
        folder,
      );
      expect(await exporting.done).toMatchObject({ code: 0 });
      expect(asked()).toBe("");
    } finally {
      await stack.stop();
    }
  });

  it("a stack that one command started keeps running for another that uses it", async () => {
    const dataFolder = join(folder, ".data");
    const first = await connectEmbedded(dataFolder, { create: true });
    const second = await connectEmbedded(dataFolder, { create: true });
    expect([first.started, second.started, second.url]).toEqual([true, false, first.url]);
    // Behind `localhost`, another process may listen on ::1, and would be sent the secret key.
    expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/u);
    let stopped = false;
    const closing = first.close().then(() => (stopped = true));
    await sleep(300);
    expect(stopped).toBe(false);
    expect((await fetch(`${second.url}/rest/v1/waitlist`, { headers: { apikey: second.keys.secretKey } })).status).toBe(
      200,
    );
    await second.close();
    await closing;
    await expect(fetch(second.url)).rejects.toThrow("fetch failed");
  });

  it("mail send waits for the end of a stack that sends no mails, and then starts its own", async () => {
    const dataFolder = join(folder, ".data");
    const other = await connectEmbedded(dataFolder, { create: true });
    const sending = cli(["mail", "send"], { folder, interactive: true, columns: 500 });
    await sleep(500);
    await other.close();
    expect(await sending).toEqual({
      code: 0,
      out: "",
      err: `Waiting for the command of process ${process.pid}, whose stack in ${dataFolder} sends no mails, to end.\n0 mails were due, none is now.\n`,
    });
  });

  it("a command says that it waits for others that use its stack, until it is interrupted", async () => {
    const said: string[] = [];
    const interrupt = new AbortController();
    const waits = (line: string) => void said.push(line);
    const first = await connectEmbedded(join(folder, ".data"), { create: true, signal: interrupt.signal, waits });
    const second = await connectEmbedded(join(folder, ".data"), { create: true });
    const closing = first.close();
    await sleep(200);
    expect(said).toEqual(["Waiting for other commands that use the stack which this one started."]);
    interrupt.abort();
    await closing;
    await expect(fetch(second.url)).rejects.toThrow("fetch failed");
    await second.close();
  });

  it.each([
    ["one that a command started", (dataFolder: string) => connectEmbedded(dataFolder, { create: true }), 0],
    ["one that a command started", (dataFolder: string) => connectEmbedded(dataFolder, { create: true }), 20],
    ["any other", (dataFolder: string) => startStack({ dataFolder, port: 0 }), 0],
    ["any other", (dataFolder: string) => startStack({ dataFolder, port: 0 }), 20],
  ] as const)("a stack that stops is waited for, not joined: %s, %#", async (_name, start, after) => {
    const stack = await start(join(folder, ".data"));
    const stopping = "close" in stack ? stack.close() : stack.stop();
    await sleep(after);
    const { code, err } = await exported();
    await stopping;
    expect(err).toContain("Started the embedded stack");
    expect(code).toBe(0);
  });

  it.each([
    ["export", ["export", "waitlist", "--out", "-"]],
    ["backup", ["backup", "x.backup"]],
  ])("%s says on a terminal which stack it waits for, and ends the wait when it is interrupted", async (_, argv) => {
    const lock = await acquireLock(join(folder, ".data"));
    const interrupted = (interactive: boolean) =>
      cli(argv, { folder, interactive, columns: 500, signal: AbortSignal.timeout(500) });
    try {
      const began = performance.now();
      const waited = `Waiting for the stack that process ${process.pid} is starting or stopping in ${join(folder, ".data")}.\n`;
      expect(await interrupted(true)).toMatchObject({ code: 130, err: `${waited}error: Interrupted.\n` });
      expect(await interrupted(false)).toMatchObject({ code: 130, err: "error: Interrupted.\n" });
      expect(performance.now() - began).toBeLessThan(60_000);
    } finally {
      await lock.release();
    }
  });

  it("a command whose stack loses its database says what to do", async () => {
    const lock = await acquireLock(join(folder, ".data"));
    lock.publish("http://localhost:1");
    try {
      await writeFile(join(folder, "people.csv"), "email\nada@example.com\n");
      expect(await cli(["import", "waitlist", "people.csv"], { folder })).toMatchObject({
        code: 4,
        err: expect.stringContaining("is not running: its stack or it alone has just stopped. Run the command again."),
      });
    } finally {
      await lock.release();
    }
  });

  it("erase removes the person's mails from the inbox, with or without rows", async () => {
    const inbox = createInbox(join(folder, ".data"));
    const mails = () => readdir(join(folder, ".data/inbox"));
    for (const to of ["Gone@example.com", "stays@example.com"]) await inbox.send(sampleMail({ to }));
    const shown = await cli(["show", "gone@example.com"], { folder });
    expect(JSON.parse(shown.out)).toMatchObject({ mails: [expect.stringContaining("inbox")] });
    expect(await cli(["erase", "gone@example.com", "--dry-run"], { folder })).toMatchObject({
      code: 0,
      err: expect.stringContaining(`Held about this person in ${join(folder, ".data")}:\n  mails in the inbox  1\n`),
    });
    expect(await mails()).toHaveLength(2);
    expect(await cli(["erase", "gone@example.com", "--yes"], { folder })).toMatchObject({
      code: 0,
      err: expect.stringContaining("Erased 0 rows and 1 mail."),
    });
    expect(await mails()).toHaveLength(1);
  });

  it("show and erase do nothing where a mail cannot be read, which may be about the person", async () => {
    const unread = join(folder, ".data/inbox/unread.eml");
    await mkdir(join(folder, ".data/inbox"), { recursive: true });
    // Stands for a mail of another user, which root could read.
    await symlink("unread.eml", unread);
    onTestFinished(() => rm(unread));
    const refused = {
      code: 1,
      out: "",
      err: expect.stringContaining(`error: ${unread} cannot be read: it is a symlink`),
    };
    expect(await cli(["show", "unread@example.com"], { folder })).toMatchObject(refused);
    expect(await cli(["erase", "unread@example.com", "--yes"], { folder })).toMatchObject(refused);
  });

  it("check finds no more than waiting applications, no known backup and no built export, and starts the captcha of the settings", async () => {
    const reCaptcha = { PUBLIC_RECAPTCHA_SITE_KEY: "site-key", RECAPTCHA_SECRET_KEY: "secret-key" };
    const { code, out } = await cli(["check", "--json"], { folder, env: reCaptcha });
    const { findings }: { findings: { check: string; level: string }[] } = JSON.parse(out);
    expect(findings.filter(({ level }) => level !== "ok").map(({ check }) => check)).toEqual([
      "reviews",
      "backup",
      "export",
    ]);
    expect(findings.map(({ check }) => check)).toContain("forms");
    expect(code).toBe(1);
  });

  it("a database that a restore set aside is named by erase", async () => {
    const aside = join(folder, ".data", asideName(new Date()));
    await mkdir(aside);
    onTestFinished(() => rmdir(aside));
    await createInbox(join(folder, ".data")).send(sampleMail({ to: "ada@example.com" }));
    expect((await cli(["erase", "ada@example.com", "--yes"], { folder })).err).toContain(
      `exports cannot be erased from here. Nor can the databases that a restore put aside; delete them yourself: ${aside}\n`,
    );
  });

  it("a command does not ask of its own database what the environment wants of another", async () => {
    vi.stubEnv("PGSSLMODE", "require");
    vi.stubEnv("PGSSLNEGOTIATION", "direct");
    vi.stubEnv("PGOPTIONS", "-c default_transaction_read_only=on -c no_such_setting=1");
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await exported()).toMatchObject({ code: 0 });
    expect(await cli(["stats"], { folder })).toMatchObject({ code: 0 });
  });
});
