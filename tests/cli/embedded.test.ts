import { mkdir, readdir, readFile, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { asideName } from "../../server/embedded/folder/restored.ts";
import { runningServer } from "../../server/embedded/postgres/leftovers.ts";
import { connectEmbedded } from "../../server/embedded/stack/connect.ts";
import { startStack } from "../../server/embedded/stack/stack.ts";
import { createInbox } from "../../server/mail/transports/inbox.ts";
import { readStackSettings } from "../../server/settings/hosts.ts";
import { eventually } from "../support/eventually.ts";
import { sampleMail } from "../support/sampleMail.ts";
import { openDesk } from "./desk.ts";
import { start as startCommand } from "./processes.ts";
import { cli, type Outcome, scratchFolder } from "./terminal.ts";

describe("on the embedded stack of a folder", () => {
  let folder: string;
  let data: string;
  let seeded: Outcome;
  beforeAll(async () => {
    const scratch = await scratchFolder();
    folder = scratch.folder;
    data = join(folder, ".data");
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
    expect(await runningServer(join(data, "postgres"))).toBeUndefined();
  });

  it("a command uses the stack that an open desk has started", async () => {
    const desk = await openDesk({ folder, env: { SITE_URL: "https://site.example", SUDO_USER: "ada" } });
    expect(await exported()).toMatchObject({ code: 0, err: expect.stringContaining("Found the embedded stack") });
    // On a server with a public site, the desk can only be reached by a tunnel.
    expect((await desk.stop()).err).toMatch(
      /^On your own computer: ssh -N -L (\d+):127\.0\.0\.1:\1 ada@site\.example\nThe desk of /u,
    );
    expect(await runningServer(join(data, "postgres"))).toBeUndefined();
  });

  it.skipIf(process.platform === "win32")(
    "a command stops the stack it started at a Ctrl-C that comes twice, from the terminal and from npm",
    async () => {
      const holder = await connectEmbedded(data, { create: false });
      const { child, done } = startCommand(["--data", data, "mail", "send"], {}, folder);
      let ended = false;
      void done.then(() => (ended = true));
      await holder.close();
      await eventually(
        "its PostgreSQL runs",
        async () => ended || (await runningServer(join(data, "postgres"))) !== undefined,
      );
      child.kill("SIGINT");
      await sleep(20);
      child.kill("SIGINT");
      // The second may also meet a process that has just finished, and has no handler any more.
      expect([0, 130, null]).toContain((await done).code);
      expect(await runningServer(join(data, "postgres"))).toBeUndefined();
    },
  );

  it("erase removes the person's mails from the inbox, and names a database that a restore put aside", async () => {
    const inbox = createInbox(data);
    for (const to of ["Gone@example.com", "stays@example.com"]) await inbox.send(sampleMail({ to }));
    const aside = join(data, asideName(new Date()));
    await mkdir(aside);
    onTestFinished(() => rmdir(aside));
    const shown = await cli(["show", "gone@example.com"], { folder });
    expect(JSON.parse(shown.out)).toMatchObject({ mails: [expect.stringContaining("inbox")] });
    const { code, err } = await cli(["erase", "gone@example.com", "--yes"], { folder });
    expect(err).toContain(`Held about this person in ${data}:\n  mails in the inbox  1\n`);
    expect(err).toContain("\nErased.\n");
    expect(err).toContain(`Nor can the databases that a restore put aside; delete them yourself: ${aside}\n`);
    expect(code).toBe(0);
    expect(await readdir(join(data, "inbox"))).toHaveLength(1);
  });

  it("a command judges by what the running stack runs with, which holds no secret, instead of its own settings", async () => {
    const secrets = { RESEND_API_KEY: "re_of_the_stack", WEBHOOK_SECRET: `whsec_${btoa("x".repeat(32))}` };
    const own = { ...secrets, MAIL_FROM: "a@keelbook.example", MAIL_PER_SECOND: "7", MAIL_IMPRINT: "Stack Ltd" };
    const PRODUCT_URL = "https://product.example";
    const webhook = { WEBHOOK_URL: "https://stack.example/hook/secret" };
    const settings = readStackSettings({
      ...own,
      ...webhook,
      PRODUCT_URL,
      DATA_FOLDER: data,
      SITE_URL: "https://site.example",
    });
    const stack = await startStack({ ...settings, port: 0 });
    onTestFinished(stack.stop);
    await withClient(stack.databaseUrl, (client) =>
      client.query("update waitlist set confirmed_at = now(), unsubscribed_at = null, notified = false"),
    );
    expect(await cli(["notify", "launch", "--dry-run"], { folder, env: { MAIL_PER_SECOND: "1" } })).toMatchObject({
      err: expect.stringMatching(
        /^To 3 people: .*\nAt 700 a second at the most, the mails take at least 1 s\.\n.*samples.*\nNobody was mailed/u,
      ),
      out: expect.stringMatching(/Stack Ltd[^]*https:\/\/site\.example|https:\/\/site\.example[^]*Stack Ltd/u),
    });
    const checked = await cli(["check", "backend"], { folder, env: { ...own, RECAPTCHA_SECRET_KEY: "only here" } });
    expect(checked.out).toMatch(
      /launch mail leads to product\.example[^]*The form backend stores records, and uses ALTCHA\./u,
    );
    const tell = (env: Record<string, string>) => cli(["webhook", "test"], { folder, env });
    expect(await tell({})).toMatchObject({
      code: 3,
      err: expect.stringContaining("the running stack sends to stack.example"),
    });
    const other = { WEBHOOK_URL: "http://localhost:1", WEBHOOK_SECRET: secrets.WEBHOOK_SECRET };
    expect(await tell(other)).toMatchObject({
      code: 3,
      err: expect.stringContaining("WEBHOOK_URL leads to localhost:1, but the running stack sends to stack.example."),
    });
    expect(await readFile(join(data, "stack.json"), "utf8")).not.toMatch(/re_of|whsec|secret/u);
  });
});
