import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
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

const imprint = "Keelbook, 1 Quay Street";
/** The settings of the stack. */
const own: Record<string, string> = { MAIL_IMPRINT: imprint, UNCONFIRMED_DAYS: "14" };

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
const submit = async (path: string, body: object) => {
  const captcha = await mintCaptchaFor(stack.keys.captchaSecret);
  expect((await post(`${formsBasePath}${path}`, { ...body, captcha })).status).toBe(201);
};
const joins = (email: string) => submit("/waitlist", { email });
const sql = (text: string) => withClient(stack.databaseUrl, async (client) => (await client.query(text)).rows);
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

it("mails people who join at once, and confirms them", async () => {
  await joins("ada@example.com");
  const { text = "" } = (await arrived("ada@example.com", 1)) ?? {};
  const [link, token] = /\S+\/#confirm=(\w+)/u.exec(text) ?? [];
  expect(link).toBe(`${stack.url}/#confirm=${token}`);
  expect((await post(`${formsBasePath}/confirm`, { token })).status).toBe(204);
  // By its number, as localhost may lead to another user's program.
  expect(stack.inbox).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/inbox\/[\w-]{43}\/$/u);
  expect((await fetch(stack.inbox ?? "")).status).toBe(200);
});

it("mails accepted applicants a link that signs them in, and who asks for one, with the imprint under each mail", async () => {
  const email = "bo@example.com";
  await submit("/beta", { name: "Bo", email, role: "other", reason: "x", submissionId: crypto.randomUUID() });
  await arrived(email, 1);
  await sql("update public.beta_applications set status = 'accepted'");
  // Otherwise the sender looks into the outbox only after five seconds.
  await joins("late@example.com");
  const mail = await arrived(email, 2);
  expect(mail?.subject).toContain("You are in");
  const [, token_hash, type] = /#token_hash=([\w-]+)&type=(\w+)/u.exec(mail?.text ?? "") ?? [];
  const verified = await post("/auth/v1/verify", { token_hash, type }, { apikey: embeddedPublishableKey });
  expect(await verified.json()).toMatchObject({ access_token: expect.any(String) });
  expect((await post("/auth/v1/otp", { email }, { apikey: embeddedPublishableKey })).status).toBe(200);
  await arrived(email, 3);
  expect((await mailsTo(email)).map(({ text, html }) => [text?.includes(imprint), html?.includes(imprint)])).toEqual(
    [1, 2, 3].map(() => [true, true]),
  );
});

it("shows the state of its mails, and sends by itself what the operator would have sent", async () => {
  await joins("dee@example.com");
  const status = async () => JSON.parse((await cli(["mail", "status", "--json"], { folder })).out);
  await eventually("the mail is sent", async () => (await status()).waiting === 0);
  expect(await status()).toMatchObject({ dead: 0, sent: { "waitlist-confirmation": 1 } });
  expect(await cli(["mail", "send"], { folder })).toMatchObject({
    code: 0,
    err: expect.stringContaining("none is now"),
  });
  expect(await cli(["prune", "--dry-run"], { folder })).toMatchObject({
    code: 0,
    err: expect.stringContaining("Would erase 0 people"),
  });
});

it("erases by itself who has not confirmed within the days that its settings name", async () => {
  await sql(
    `with asked as (insert into public.consent_events (email, event, happened_at)
       select 'asked' || days || '@example.com', 'asked', now() - make_interval(days => days) from unnest(array[13, 15]) as days
       returning email)
     insert into public.waitlist (email) select email from asked`,
  );
  const emails = () => sql("select email from public.waitlist");
  expect(await emails()).toHaveLength(2);
  cleanUp?.();
  await eventually("one is erased", async () => (await emails()).length < 2);
  expect(await emails()).toEqual([{ email: "asked13@example.com" }]);
});

it("announces the launch to everyone who confirmed, once, but not to addresses that bounced", async () => {
  await sql(
    "insert into public.waitlist (email, confirmed_at) values ('cy@example.com', now()), ('fay@example.com', now())",
  );
  const input = "fay@example.com\nstranger@example.com\nnobody\n";
  expect(await cli(["mail", "bounces", "-"], { folder, input })).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^1 address will not be mailed again; 1 was not known here\.\n[^]*line 3/u),
  });
  expect(await cli(["notify", "launch"], { folder, answers: ["yes"] })).toMatchObject({
    code: 0,
    err: expect.stringMatching(/To 1 person: c…@example\.com\n[^]*1 mail is in the outbox\.\nThe running stack/u),
  });
  expect((await arrived("cy@example.com", 1))?.text).toMatch(/\/#unsubscribe=[0-9a-f]{64}/u);
  expect(await mailsTo("fay@example.com")).toEqual([]);
});

it("links to the public address, if no stack runs and mail send starts one", async () => {
  const scratch = await scratchFolder();
  await prepareDataFolder(join(scratch.folder, ".data"));
  try {
    const options = { folder: scratch.folder, env: { SITE_URL: "https://keelbook.example/promo/" } };
    const input = "email,confirmed_at\nada@example.com,2026-05-04T00:00:00Z\n";
    expect(await cli(["import", "waitlist", "-"], { folder: scratch.folder, input })).toMatchObject({ code: 0 });
    expect((await cli(["notify", "launch", "--yes"], options)).err).toContain(
      "files in the inbox, which nobody gets, and the people count as told",
    );
    expect(await cli(["mail", "send"], options)).toMatchObject({ code: 0 });
    const inbox = join(scratch.folder, ".data/inbox");
    const [file = ""] = await readdir(inbox);
    const mail = await PostalMime.parse(await readFile(join(inbox, file)));
    expect(mail.text).toContain("https://keelbook.example/promo/#unsubscribe=");
    expect(mail.headers.find(({ key }) => key === "list-unsubscribe")?.value).toContain(
      "<https://keelbook.example/functions/v1/forms/unsubscribe?token=",
    );
  } finally {
    await scratch.remove();
  }
});
