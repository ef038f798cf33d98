import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { embeddedPublishableKey } from "../../server/contract/brand.ts";
import { formsBasePath } from "../../server/contract/outcomes.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { startStack, type Stack } from "../../server/embedded/stack/stack.ts";
import { readMailSettings } from "../../server/settings/hosts.ts";
import { cli, scratchFolder } from "../cli/terminal.ts";
import { eventually } from "../support/eventually.ts";
import { mintCaptchaFor } from "../support/mintCaptcha.ts";
import { prepareDataFolder } from "../support/preparedFolder.ts";
import { removeEverybody } from "./support/outboxBench.ts";
import { startSmtpServer } from "./support/smtpServer.ts";
import { listen } from "../support/listen.ts";

const imprint = "Keelbook, 1 Quay Street";
/** The settings of the stack. */
const own: Record<string, string> = { MAIL_IMPRINT: imprint, UNCONFIRMED_DAYS: "14" };

describe("an embedded stack", () => {
  let folder: string;
  let stack: Stack;
  let cleanUp: (() => void) | undefined;
  beforeAll(async () => {
    const scratch = await scratchFolder();
    folder = scratch.folder;
    await prepareDataFolder(join(folder, ".data"));
    const mail = readMailSettings(own);
    const timers = vi.spyOn(globalThis, "setTimeout");
    stack = await startStack({ dataFolder: join(folder, ".data"), port: 0, mail });
    const quarterOfAnHour = timers.mock.calls.findIndex(([, ms]) => ms === 15 * 60_000);
    clearTimeout(timers.mock.results[quarterOfAnHour]?.value);
    cleanUp = timers.mock.calls[quarterOfAnHour]?.[0];
    timers.mockRestore();
    return async () => {
      await stack.stop();
      await scratch.remove();
    };
  });
  beforeEach(() => withClient(stack.databaseUrl, (client) => client.query(removeEverybody)));

  const post = async (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${stack.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const submit = async (path: string, body: object) =>
    (await post(`${formsBasePath}${path}`, { ...body, captcha: await mintCaptchaFor(stack.keys.captchaSecret) }))
      .status;
  const joins = async (email: string) => expect(await submit("/waitlist", { email })).toBe(201);
  const applies = async (email: string) => {
    const application = { name: "Bo", email, role: "other", reason: "x", submissionId: crypto.randomUUID() };
    expect(await submit("/beta", application)).toBe(201);
  };
  /** What an operator does to rows over REST. */
  const rest = async (method: "POST" | "PATCH", path: string, body: object) => {
    const headers = { apikey: stack.keys.secretKey, "content-type": "application/json" };
    const answer = await fetch(`${stack.url}/rest/v1/${path}`, { method, headers, body: JSON.stringify(body) });
    expect(answer.ok).toBe(true);
  };
  const mailsTo = async (address: string) => {
    const inbox = join(stack.dataFolder, "inbox");
    const names = await readdir(inbox).catch((): string[] => []);
    const files = names.filter((name) => name.endsWith(".eml")).sort();
    const mails = await Promise.all(files.map(async (name) => PostalMime.parse(await readFile(join(inbox, name)))));
    return mails.filter(({ to }) => to?.[0]?.address === address);
  };
  const arrived = async (address: string, count: number) => {
    await eventually(`${count} mails to ${address}`, async () => (await mailsTo(address)).length >= count);
    return (await mailsTo(address))[count - 1];
  };

  it("shows its inbox by the number that it is bound to, as localhost may lead to another user's program", async () => {
    expect(stack.inbox).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/inbox\/[\w-]{43}\/$/u);
    expect((await fetch(stack.inbox ?? "")).status).toBe(200);
  });

  it("mails people who join at once, and confirms them", async () => {
    await joins("ada@example.com");
    const mail = await arrived("ada@example.com", 1);
    const [, token] = /\/#confirm=(\w+)/u.exec(mail?.text ?? "") ?? [];
    expect(mail?.text).toContain(`${stack.url}/#confirm=`);
    expect((await post(`${formsBasePath}/confirm`, { token })).status).toBe(204);
  });

  it("mails accepted applicants a link that signs them in", async () => {
    await applies("bo@example.com");
    await arrived("bo@example.com", 1);
    await rest("PATCH", "beta_applications?email=eq.bo@example.com", { status: "accepted" });
    // Otherwise the sender looks into the outbox only after five seconds.
    await joins("late@example.com");
    const mail = await arrived("bo@example.com", 2);
    expect(mail?.subject).toContain("You are in");
    const [, token_hash, type] = /#token_hash=([\w-]+)&type=(\w+)/u.exec(mail?.text ?? "") ?? [];
    const verified = await post("/auth/v1/verify", { token_hash, type }, { apikey: embeddedPublishableKey });
    expect(await verified.json()).toMatchObject({ access_token: expect.any(String) });
    expect(await mailsTo("bo@example.com")).toHaveLength(2);
  });

  it("puts the imprint under each mail, also those with a requested sign-in link", async () => {
    const email = "cleo@example.com";
    await joins(email);
    await applies(email);
    await arrived(email, 2);
    expect((await post("/auth/v1/otp", { email }, { apikey: embeddedPublishableKey })).status).toBe(200);
    await arrived(email, 3);
    const mails = await mailsTo(email);
    expect(mails.map(({ text, html }) => [text?.includes(imprint), html?.includes(imprint)])).toEqual(
      Array.from({ length: 3 }, () => [true, true]),
    );
  });

  it("shows the state of its mails, and sends by itself what the operator would have sent", async () => {
    await joins("dee@example.com");
    const status = async () => JSON.parse((await cli(["mail", "status", "--json"], { folder })).out);
    await eventually("the mail is sent", async () => (await status()).waiting === 0);
    expect(await cli(["mail", "send"], { folder })).toMatchObject({
      code: 0,
      err: expect.stringContaining("none is now"),
    });
    const { out, code } = await cli(["mail", "status"], { folder });
    expect(out).toMatch(/^Waiting +0 [^]*Sent in 30 days +1\n[^]*waitlist-confirmation/mu);
    expect(code).toBe(0);
    expect(await status()).toMatchObject({ dead: 0, waiting: 0 });
    expect(await cli(["mail", "retry"], { folder })).toMatchObject({ code: 0, err: "0 mails are due again.\n" });
    expect(await cli(["prune", "--dry-run"], { folder })).toMatchObject({
      code: 0,
      err: expect.stringContaining("Would erase 0 people"),
    });
  });

  it("erases by itself who has not confirmed within the days that its settings name", async () => {
    const emails = () =>
      withClient(stack.databaseUrl, async (client) => {
        const { rows } = await client.query<{ email: string }>("select email from public.waitlist");
        return rows.map(({ email }) => email);
      });
    await withClient(stack.databaseUrl, (client) =>
      client.query(
        `with mails as (insert into public.email_outbox (kind, email, created_at, sent_at)
           select 'waitlist-confirmation', 'asked' || days || '@example.com', sent, sent
           from (select days, now() - make_interval(days => days) as sent from unnest(array[13, 15]) as days) as asked
           returning email, sent_at),
         events as (insert into public.consent_events (email, event, happened_at) select email, 'asked', sent_at from mails)
         insert into public.waitlist (email) select email from mails`,
      ),
    );
    expect(await emails()).toHaveLength(2);
    cleanUp?.();
    await eventually("one is erased", async () => (await emails()).length < 2);
    expect(await emails()).toEqual(["asked13@example.com"]);
  });

  it("never again mails addresses that a file of bounces names", async () => {
    await joins("eve@example.com");
    const input = "eve@example.com\nstranger@example.com\nnobody\n";
    expect(await cli(["mail", "bounces", "-"], { folder, input })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^1 address will not be mailed again; 1 was not known here\.\n[^]*line 3/u),
    });
    const { out } = await cli(["show", "eve@example.com"], { folder });
    expect(JSON.parse(out)).toMatchObject({ suppressed: [{ reason: "bounced" }] });
  });

  it("announces the launch to everyone who confirmed, once, but not to addresses that bounced", async () => {
    for (const email of ["cy@example.com", "fay@example.com"])
      await rest("POST", "waitlist", { email, confirmed_at: "2026-05-04T00:00:00Z" });
    const bounced = await cli(["mail", "bounces", "-"], { folder, input: "fay@example.com\n" });
    expect(bounced).toMatchObject({ code: 0 });
    expect(await cli(["notify", "launch"], { folder, answers: ["yes"] })).toMatchObject({
      code: 0,
      err: expect.stringMatching(/To 1 person: c…@example\.com\n[^]*1 mail is in the outbox\.\nThe running stack/u),
    });
    expect((await arrived("cy@example.com", 1))?.text).toMatch(/\/#unsubscribe=[0-9a-f]{64}/u);
    expect(await cli(["notify", "launch", "--yes"], { folder })).toMatchObject({
      code: 0,
      err: expect.stringContaining("There is nobody to tell"),
    });
    expect(await mailsTo("fay@example.com")).toEqual([]);
  });
});

describe("without a backend", () => {
  it("shows every mail, and lists their names", async () => {
    const preview = await cli(["mail", "preview", "launch-announcement"]);
    expect(preview).toMatchObject({ code: 0, out: expect.stringMatching(/^Subject: .*\n\n[^]*unsubscribe=0{64}/u) });
    expect((await cli(["mail", "preview", "signup", "--html"])).out).toContain("<html");
    // The second name is that of a method that every object has.
    for (const kind of ["nothing", "toString"])
      expect(await cli(["mail", "preview", kind])).toMatchObject({
        code: 2,
        err: expect.stringMatching(
          new RegExp(`^error: There is no mail ${kind}\\.\nThere are: .*waitlist-confirmation`, "u"),
        ),
      });
  });

  it("shows the mail that asks to confirm as the settings have it", async () => {
    const { out } = await cli(["mail", "preview", "waitlist-confirmation"], { env: { UNCONFIRMED_DAYS: "14" } });
    expect(out).toContain(" 14 days");
    expect(out).not.toContain(" 30 days");
  });

  it("sends a test mail by the transport that is set, and says what is wrong with the settings", async () => {
    const scratch = await scratchFolder();
    afterAll(scratch.remove);
    const env = { SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "Keelbook <hello@keelbook.example>" };
    expect(await cli(["mail", "test", "me@example.com"], { folder: scratch.folder })).toMatchObject({
      code: 0,
      err: "Sent (files in inbox/).\n",
    });
    expect(await cli(["mail", "test", "me"], { folder: scratch.folder })).toMatchObject({
      code: 2,
      err: "error: Enter a valid e-mail address, such as ada@example.com.\n",
    });
    expect(await cli(["mail", "test", "me@example.com"], { env })).toMatchObject({
      code: 4,
      err: expect.stringContaining("smtp_"),
    });
    expect(await cli(["mail", "test", "me@example.com"], { env: { SMTP_URL: env.SMTP_URL } })).toMatchObject({
      code: 3,
      err: expect.stringContaining("MAIL_FROM is missing"),
    });
  });

  it("greets a mail server by the sender's domain where this machine has no whole name, as relays refuse others", async () => {
    const greetings: string[] = [];
    const server = await startSmtpServer({
      onMailFrom(_address, { hostNameAppearsAs }, done) {
        greetings.push(hostNameAppearsAs);
        done();
      },
    });
    afterAll(server.stop);
    const env = { SMTP_URL: server.url.href, MAIL_FROM: "Keelbook <hello@keelbook.example>" };
    expect(await cli(["mail", "test", "me@example.com"], { env })).toMatchObject({ code: 0 });
    expect(greetings).toHaveLength(1);
    expect(["keelbook.example", hostname()]).toContain(greetings[0]);
  });

  it.each([
    ["before it is sent", () => AbortSignal.abort()],
    ["while the server is silent", () => AbortSignal.timeout(300)],
  ])("does not wait for the answer to a test mail when it is interrupted %s", async (_, interruption) => {
    const silent = createServer();
    const env = { SMTP_URL: `smtp://127.0.0.1:${await listen(silent)}`, MAIL_FROM: "hello@keelbook.example" };
    expect(await cli(["mail", "test", "me@example.com"], { env, signal: interruption() })).toMatchObject({
      code: 130,
      err: "error: Interrupted.\n",
    });
    silent.close();
  });
});
