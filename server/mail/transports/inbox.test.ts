import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import PostalMime from "postal-mime";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { sampleMail } from "../../../tests/support/sampleMail.ts";
import { createInbox, mailsAbout, pruneInbox } from "./inbox.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "keelbook-inbox-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const found = async (email: string) => (await mailsAbout(folder, email)).map((file) => basename(file)).sort();

it("keeps each mail once as a file for its owner alone, also after a kill, and removes what was left half written", async () => {
  const mail = sampleMail({ text: "Grüße" });
  await createInbox(folder).send(mail);
  await writeFile(join(folder, "inbox", "2026-11-27T20-00-00.000Z-x.eml.part"), "From: ");
  // This is the next sender, which does not learn from the database that the first one succeeded.
  const next = createInbox(folder);
  await next.start?.();
  await Promise.all([next.send(mail), next.send(sampleMail({ id: crypto.randomUUID(), to: "bo@example.com" }))]);
  await next.send(mail);
  const names = await readdir(join(folder, "inbox"));
  expect(names).toHaveLength(2);
  const name = names.find((one) => one.endsWith(`-${mail.id}.eml`)) ?? "";
  expect((await stat(join(folder, "inbox", name))).mode & 0o777).toBe(0o600);
  expect(await PostalMime.parse(await readFile(join(folder, "inbox", name)))).toMatchObject({
    text: "Grüße\n",
    messageId: `<${mail.id}@keelbook.example>`,
  });
});

it("leaves nothing of a mail that cannot be written", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-27T20:00:00Z") });
  onTestFinished(() => void vi.useRealTimers());
  const inbox = createInbox(folder);
  await inbox.send(sampleMail());
  const mail = sampleMail();
  await mkdir(join(folder, "inbox", `2026-11-27T20-00-00.000Z-${mail.id}.eml`));
  const before = await readdir(join(folder, "inbox"));
  await expect(inbox.send(mail)).rejects.toMatchObject({ code: "inbox_not_writable" });
  expect(await readdir(join(folder, "inbox"))).toEqual(before);
});

it("removes the mails that are older than so many days, and nothing else", async () => {
  await pruneInbox(folder, 90);
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-01-01T20:00:00Z") });
  onTestFinished(() => void vi.useRealTimers());
  const inbox = createInbox(folder);
  await inbox.send(sampleMail({ id: crypto.randomUUID() }));
  await mkdir(join(folder, "inbox", "sorted"));
  await writeFile(join(folder, "inbox", "2026-01-01 notes.eml"), "");
  vi.setSystemTime(new Date("2026-01-02T20:00:01Z"));
  await inbox.send(sampleMail({ id: crypto.randomUUID() }));
  const before = (await readdir(join(folder, "inbox"))).sort();
  vi.setSystemTime(new Date("2026-04-01T20:00:00Z"));
  await pruneInbox(folder, 90);
  expect(await readdir(join(folder, "inbox")).then((names) => names.sort())).toEqual(before);
  vi.setSystemTime(new Date("2026-04-02T20:00:00Z"));
  await pruneInbox(folder, 90);
  expect((await readdir(join(folder, "inbox"))).sort()).toEqual([before[0], ...before.slice(2)]);
});

it("finds the mails that a stack wrote to an address, also to one that SMTP has in quotes", async () => {
  expect(await found("ada@example.com")).toEqual([]);
  const addresses = ["ada@example.com", "ada..lovelace@example.com", ".ada@example.com"];
  for (const to of addresses)
    await createInbox(folder).send(sampleMail({ id: crypto.randomUUID(), to: to.replace("a", "A") }));
  for (const to of addresses) expect(await found(to)).toHaveLength(1);
});

it("finds an address in the encoded body of a mail to somebody else", async () => {
  const text = `${"é".repeat(60)} Ask ada.lovelace@example.com`;
  await createInbox(folder).send(sampleMail({ to: "bo@example.com", text, html: "" }));
  expect(await found("ada.lovelace@example.com")).toHaveLength(1);
  expect(await found("lovelace@example.com")).toEqual([]);
});

it("tells whose mail a file is, however it spells the address", async () => {
  await mkdir(join(folder, "inbox"));
  for (const [name, text] of Object.entries({
    named: '{"to":"Ada <ADA@example.com>"}',
    sentence: '{"to":"bo@example.com","text":"Write to ada@example.com."}',
    link: '{"to":"bo@example.com","text":"https://x.example/?to=mailto%3Aada%40example.com&x=1"}',
    cut: '{"to":"ada@example.com","subj',
    "not longer name": '{"to":"nada@example.com"}',
    "not longer domain": '{"to":"ada@example.com.au"}',
  }))
    await writeFile(join(folder, "inbox", name), text);
  expect(await found("ada@example.com")).toEqual(["cut", "link", "named", "sentence"]);
});

it("does not take a mail that cannot be read for one about somebody else", async () => {
  await mkdir(join(folder, "inbox", "sorted"), { recursive: true });
  await writeFile(join(folder, "inbox", "kept"), '{"to":"ada@example.com"}');
  expect(await found("ada@example.com")).toEqual(["kept"]);
  // This stands for a file of another user, which root could read.
  await symlink("unread.eml", join(folder, "inbox", "unread.eml"));
  await expect(found("ada@example.com")).rejects.toThrow("ELOOP");
});
