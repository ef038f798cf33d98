import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { sampleMail } from "../../../tests/support/sampleMail.ts";
import { createInbox } from "../transports/inbox.ts";
import { mailsAbout } from "./mailsAbout.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "keelbook-inbox-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const found = async (email: string) => (await mailsAbout(folder, email)).map((file) => basename(file)).sort();

it("finds nothing where there is no inbox", async () => {
  expect(await found("ada@example.com")).toEqual([]);
});

it("finds the mails that the inbox of a stack wrote", async () => {
  await createInbox(folder).send(sampleMail({ to: "Ada@Example.com" }));
  expect(await found("ada@example.com")).toHaveLength(1);
});

it.each(["ada..lovelace@example.com", ".ada@example.com", "ada.@example.com"])(
  "finds the mails to an address that SMTP has in quotes: %s",
  async (to) => {
    await createInbox(folder).send(sampleMail({ to }));
    expect(await found(to)).toHaveLength(1);
    expect(await found("ada@example.com")).toEqual([]);
  },
);

it("finds an address in the encoded body of a mail to somebody else", async () => {
  const text = `${"é".repeat(60)} Ask ada.lovelace@example.com`;
  await createInbox(folder).send(sampleMail({ to: "bo@example.com", text, html: "" }));
  expect(await found("ada.lovelace@example.com")).toHaveLength(1);
  expect(await found("lovelace@example.com")).toEqual([]);
});

it.each([
  ["to", '{"to":"ADA@example.com"}', true],
  ["several", '{"to":["bo@example.com","ada@example.com"]}', true],
  ["named", '{"to":"Ada <ada@example.com>"}', true],
  ["sentence", '{"to":"bo@example.com","text":"Write to ada@example.com."}', true],
  ["link", '{"to":"bo@example.com","text":"https://x.example/?email=ada%40example.com&x=1"}', true],
  ["quoted", `{"to":"bo@example.com","text":"Hello 'ada@example.com'"}`, true],
  ["nested link", '{"to":"bo@example.com","text":"https://x.example/?to=mailto%3Aada%40example.com"}', true],
  ["cut", '{"to":"ada@example.com","subj', true],
  ["longer name", '{"to":"nada@example.com"}', false],
  ["longer domain", '{"to":"ada@example.com.au"}', false],
  ["another", '{"to":"bo@example.com"}', false],
])("tells whose mail it is: %s", async (name, text, theirs) => {
  await mkdir(join(folder, "inbox"));
  await writeFile(join(folder, "inbox", name), text);
  expect(await found("ada@example.com")).toEqual(theirs ? [name] : []);
});

it("does not take a mail that cannot be read for one about somebody else", async () => {
  await mkdir(join(folder, "inbox", "sorted"), { recursive: true });
  await writeFile(join(folder, "inbox", "kept"), '{"to":"ada@example.com"}');
  expect(await found("ada@example.com")).toEqual(["kept"]);
  // Stands for one of another user, which root could read.
  await symlink("unread.eml", join(folder, "inbox", "unread.eml"));
  await expect(found("ada@example.com")).rejects.toThrow("ELOOP");
});

it("does not take an inbox that cannot be read for an empty one", async () => {
  await writeFile(join(folder, "inbox"), "");
  await expect(found("ada@example.com")).rejects.toThrow("ENOTDIR");
});
