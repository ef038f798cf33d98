import { mkdir, readdir, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { asideName } from "../../server/embedded/folder/restored.ts";
import { runningServer } from "../../server/embedded/postgres/leftovers.ts";
import { connectEmbedded } from "../../server/embedded/stack/connect.ts";
import { createInbox } from "../../server/mail/transports/inbox.ts";
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
    const desk = await openDesk({ folder });
    expect(await exported()).toMatchObject({ code: 0, err: expect.stringContaining("Found the embedded stack") });
    await desk.stop();
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
      expect([0, 130]).toContain((await done).code);
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
});
