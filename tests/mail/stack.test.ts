import { access, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { brand, embeddedPublishableKey } from "../../server/contract/brand.ts";
import { formsBasePath } from "../../server/contract/outcomes.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { noteFailedBackup } from "../../server/embedded/folder/lastBackup.ts";
import { startStack, type Stack } from "../../server/embedded/stack/stack.ts";
import { readMailSettings } from "../../server/settings/hosts.ts";
import { cli, scratchFolder } from "../cli/terminal.ts";
import { eventually } from "../support/eventually.ts";
import { mailArrived, mailsTo as mailsIn } from "../support/inboxMails.ts";
import { mintCaptchaFor } from "../support/mintCaptcha.ts";
import { prepareDataFolder } from "../support/preparedFolder.ts";
import { removeEverybody } from "./support/outboxBench.ts";

const imprint = "Keelbook, 1 Quay Street";
const operator = "operator@keelbook.example";

let folder: string;
let stack: Stack;
beforeAll(async () => {
  const scratch = await scratchFolder();
  folder = scratch.folder;
  await prepareDataFolder(join(folder, ".data"));
  await noteFailedBackup(join(folder, ".data"));
  stack = await startStack({
    dataFolder: join(folder, ".data"),
    port: 0,
    mail: readMailSettings({ MAIL_IMPRINT: imprint, OPERATOR_EMAIL: operator }),
  });
  await eventually("the operator is told", async () => (await mailsTo(operator)).length > 0);
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
const mailsTo = (address: string) => mailsIn(stack.dataFolder, address);
const arrived = (address: string, count: number) => mailArrived(stack.dataFolder, address, count);

it("tells the operator what its machine alone knows", async () => {
  const subjects = (await mailsTo(operator)).map(({ subject }) => subject);
  expect(subjects).toContainEqual(
    expect.stringMatching(new RegExp(`^${brand}: A backup failed \\d+ min ago, and none was made since$`, "u")),
  );
});

it("mails people who join at once, and confirms them", async () => {
  await joins("ada@example.com");
  const { text = "" } = (await arrived("ada@example.com", 1)) ?? {};
  const [link, token] = /\S+\/#confirm=(\w+)/u.exec(text) ?? [];
  expect(link).toBe(`${stack.url}/#confirm=${token}`);
  expect((await post(`${formsBasePath}/confirm`, { token })).status).toBe(200);
  // The address is numeric, as localhost may lead to another user's program.
  expect(stack.inbox).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/inbox\/[\w-]{43}\/$/u);
  expect((await fetch(stack.inbox ?? "")).status).toBe(200);
});

it("mails a link that signs in to accepted applicants and to people who ask for one, with the imprint under each mail", async () => {
  const email = "bo@example.com";
  await submit("/beta", { name: "Bo", email, role: "other", reason: "x", submissionId: crypto.randomUUID() });
  await arrived(email, 1);
  await sql("update public.beta_applications set status = 'accepted'");
  // Otherwise the sender would look into the outbox only after five seconds.
  await joins("late@example.com");
  const mail = await arrived(email, 2);
  expect(mail?.subject).toContain("You’re in");
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
  await eventually("the mail is sent", async () => (await status()).queued === 0);
  expect(await status()).toMatchObject({ failures: 0, sent: { "waitlist-confirmation": 1 } });
  expect(await cli(["mail", "send"], { folder })).toMatchObject({
    code: 0,
    err: expect.stringContaining("none is now"),
  });
  expect(await cli(["prune", "--dry-run"], { folder })).toMatchObject({
    code: 0,
    err: expect.stringContaining("Would erase 0 people"),
  });
  const old = join(stack.dataFolder, "inbox", "2020-01-01T00-00-00.000Z-old.eml");
  await writeFile(old, "To: dee@example.com\n\n");
  await cli(["prune", "--dry-run"], { folder });
  await access(old);
  expect((await cli(["prune"], { folder })).code).toBe(0);
  await expect(access(old)).rejects.toThrow("ENOENT");
  expect(await mailsTo("dee@example.com")).toHaveLength(1);
});

it("has written down for good that a mail was sent when that can be seen, even if PostgreSQL crashes then", async () => {
  await joins("gil@example.com");
  const settled = "select from public.email_outbox where sent_at is not null";
  await withClient(stack.databaseUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    while ((await client.query(settled)).rowCount === 0) await new Promise(setImmediate);
    // PostgreSQL then ends all its processes, and begins again with what it has on disk.
    for (const { pid } of rows) process.kill(pid, "SIGKILL");
  });
  await eventually("PostgreSQL answers", () => sql("select").then(Boolean, () => false));
  expect(await sql(settled)).toHaveLength(1);
});

it("is started by a command where none runs, and the mails then link to the public address", async () => {
  await sql("insert into public.waitlist (email, confirmed_at) values ('fay@example.com', now())");
  await stack.stop();
  const options = {
    folder,
    env: { SITE_URL: "https://keelbook.example/promo/", PRODUCT_URL: "https://product.example" },
  };
  expect((await cli(["notify", "launch", "--yes"], options)).err).toContain(
    "files in the inbox, which nobody gets, and the people count as notified",
  );
  expect(await cli(["mail", "send"], options)).toMatchObject({ code: 0 });
  const [mail] = await mailsTo("fay@example.com");
  expect(mail?.text).toContain("https://keelbook.example/promo/#unsubscribe=");
  expect(mail?.text).toMatch(/\nhttps:\/\/product\.example\/\?invite=[0-9A-Z]{16}\n/u);
  expect(mail?.headers.find(({ key }) => key === "list-unsubscribe")?.value).toContain(
    "<https://keelbook.example/functions/v1/forms/unsubscribe?token=",
  );
});
