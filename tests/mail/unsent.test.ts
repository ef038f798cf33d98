import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { embeddedPublishableKey } from "../../server/contract/brand.ts";
import { startStack } from "../../server/embedded/stack/stack.ts";
import { readMailSettings } from "../../server/settings/hosts.ts";
import { cli, scratchFolder } from "../cli/terminal.ts";
import { eventually } from "../support/eventually.ts";
import { prepareDataFolder } from "../support/preparedFolder.ts";
import { startSmtpServer } from "./support/smtpServer.ts";

it("mail send says which mails an embedded stack could not send", async () => {
  const { folder, remove } = await scratchFolder();
  const server = await startSmtpServer({
    onRcptTo({ address }, _session, done) {
      const [responseCode, text] = address.startsWith("full") ? [451, "4.2.2 full"] : [550, "5.1.1 unknown"];
      done(address.startsWith("ok") ? null : Object.assign(new Error(text), { responseCode }));
    },
  });
  const env = { SMTP_URL: server.url.href, MAIL_FROM: "hello@keelbook.example", SITE_URL: "https://keelbook.example" };
  const send = () => cli(["mail", "send"], { folder, env });
  try {
    await prepareDataFolder(join(folder, ".data"));
    expect(await send()).toEqual({ code: 0, out: "", err: "0 mails were due, none is now.\n" });
    const people = ["ok", "full", "full2", "none"].map((name) => `${name}@example.com,2026-05-04\n`).join("");
    await cli(["import", "waitlist", "-"], { folder, input: `email,confirmed_at\n${people}` });
    await cli(["notify", "launch", "--yes"], { folder, env });
    const later = "2 will be tried again (smtp_451_4.2.2). See why: npx prelaunch mail status";
    expect(await send()).toEqual({
      code: 0,
      out: "",
      err: `4 mails were due, none is now (SMTP, ${server.url.host}).\n1 ended unsent, ${later}\n`,
    });
    // Without the settings, as in a shell that has not read them, mails would become files.
    await cli(["import", "waitlist", "-"], { folder, input: "email,confirmed_at\nok2@example.com,2026-05-04\n" });
    await cli(["notify", "launch", "--yes"], { folder });
    expect(await cli(["mail", "send"], { folder })).toMatchObject({
      code: 3,
      err: expect.stringMatching(
        /^error: Mails of .+ have left by SMTP\. SMTP_URL and RESEND_API_KEY are not set here/u,
      ),
    });
    expect((await send()).err).toContain("1 mail was due, none is now (SMTP, ");
    expect(server.arrived.map(({ to }) => to[0])).toEqual(["ok@example.com", "ok2@example.com"]);
    expect(await readdir(join(folder, ".data"))).not.toContain("inbox");
  } finally {
    await server.stop();
    await remove();
  }
});

it("mail send waits for a mail whose answer from the server takes minutes", async () => {
  const { folder, remove } = await scratchFolder();
  let arrived = () => {};
  const arrival = new Promise<void>((resolve) => (arrived = resolve));
  let accept = () => {};
  const server = await startSmtpServer({
    onData(stream: Readable, _session: unknown, done: () => void) {
      accept = done;
      stream.resume().once("end", arrived);
    },
  });
  const env = { SMTP_URL: server.url.href, MAIL_FROM: "hello@keelbook.example", SITE_URL: "https://keelbook.example" };
  const now = performance.now.bind(performance);
  try {
    await prepareDataFolder(join(folder, ".data"));
    await cli(["import", "waitlist", "-"], { folder, input: "email,confirmed_at\nada@example.com,2026-05-04\n" });
    await cli(["notify", "launch", "--yes"], { folder, env });
    const sent = cli(["mail", "send"], { folder, env });
    await arrival;
    vi.spyOn(performance, "now").mockImplementation(() => now() + 120_000);
    // Time to ask for the progress, which is none.
    await Promise.race([sent, sleep(1500)]);
    accept();
    expect(await sent).toMatchObject({
      code: 0,
      err: `1 mail was due, none is now (SMTP, ${server.url.host}).\n`,
    });
  } finally {
    vi.restoreAllMocks();
    accept();
    await server.stop();
    await remove();
  }
});

it("mail send writes files if npm start did so last, and says so", async () => {
  const { folder, remove } = await scratchFolder();
  const dataFolder = join(folder, ".data");
  const send = (env: Record<string, string>) => cli(["mail", "send"], { folder, env });
  const notify = async (email: string) => {
    await cli(["import", "waitlist", "-"], { folder, input: `email,confirmed_at\n${email},2026-05-04\n` });
    await cli(["notify", "launch", "--yes"], { folder });
  };
  try {
    await prepareDataFolder(dataFolder);
    await send({ SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "hello@keelbook.example" });
    expect(await send({})).toMatchObject({ code: 3 });
    const stack = await startStack({ dataFolder, port: 0, mail: readMailSettings(() => undefined) });
    await stack.stop();
    await notify("ada@example.com");
    const files = "files in inbox/ alone, as SMTP_URL and RESEND_API_KEY are not set";
    expect(await send({})).toMatchObject({ code: 0, err: `1 mail was due, none is now (${files}).\n` });
  } finally {
    await remove();
  }
});

it("a stack tries a sign-in mail that waits once more when it is stopped", async () => {
  const { folder, remove } = await scratchFolder();
  let refusals = 0;
  let refuses = true;
  const server = await startSmtpServer({
    onMailFrom(_address, _session, done) {
      if (refuses) refusals++;
      done(refuses ? Object.assign(new Error("4.3.2 Later"), { responseCode: 451 }) : null);
    },
  });
  const env: Record<string, string> = { SMTP_URL: server.url.href, MAIL_FROM: "hello@keelbook.example" };
  try {
    await prepareDataFolder(join(folder, ".data"));
    const mail = readMailSettings((key) => env[key]);
    const stack = await startStack({ dataFolder: join(folder, ".data"), port: 0, mail });
    const headers = { "content-type": "application/json", apikey: embeddedPublishableKey };
    const body = JSON.stringify({ email: "ada@example.com", password: "correct horse battery" });
    await fetch(`${stack.url}/auth/v1/signup`, { method: "POST", headers, body });
    await eventually("a refusal", async () => refusals > 0);
    refuses = false;
    await stack.stop();
    expect(server.arrived.map(({ to }) => to)).toEqual([["ada@example.com"]]);
  } finally {
    await server.stop();
    await remove();
  }
});

it("mail test says what to look at when its mail is not accepted", async () => {
  const server = await startSmtpServer({
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error("5.1.1 Nobody"), { responseCode: 550 })),
  });
  const locked = new URL(server.url);
  locked.password = "wrong";
  const attempt = (url: string) =>
    cli(["mail", "test", "me@example.com"], { env: { SMTP_URL: url, MAIL_FROM: "hello@keelbook.example" } });
  try {
    expect(await attempt(locked.href)).toEqual({
      code: 4,
      out: "",
      err: `error: The mail was not accepted (smtp_535). By SMTP, ${locked.host}.
The server refuses the log-in: check user and password in SMTP_URL, where signs such as @ and / are written as %40 and %2F.
`,
    });
    expect(await attempt(server.url.href)).toEqual({
      code: 1,
      out: "",
      err: `error: The mail was not accepted (smtp_550_5.1.1). By SMTP, ${server.url.host}.\n`,
    });
    const ports = "usually 587 with smtp and 465 with smtps, and whether this machine may connect to it.";
    expect(await attempt("smtp://127.0.0.1:1")).toMatchObject({
      code: 4,
      err: expect.stringContaining(
        `\nThe connection failed (connect ECONNREFUSED 127.0.0.1:1): check host and port of SMTP_URL, ${ports}\n`,
      ),
    });
  } finally {
    await server.stop();
  }
});
