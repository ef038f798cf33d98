import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readOrCreateKeys } from "../../server/embedded/folder/keys.ts";
import { acquireLock } from "../../server/embedded/lock/lock.ts";
import { startedWith } from "../../server/embedded/stack/startedWith.ts";
import { readMailSettings } from "../../server/settings/hosts.ts";
import { resolveSettings } from "../../server/settings/resolve.ts";
import { otherSettingsOfStack } from "./stack.ts";

const there: Record<string, string> = {
  SMTP_URL: "smtp://keelbook:secret@smtp.example",
  MAIL_FROM: "Keelbook <hello@keelbook.example>",
};

it.each([
  ["nothing", {}, undefined],
  ["a password", { SMTP_URL: "smtp://keelbook:other@smtp.example" }, "SMTP_URL"],
  ["a sender", { MAIL_FROM: "hello@keelbook.example" }, "MAIL_FROM"],
  ["an imprint", { MAIL_IMPRINT: "Keelbook, 1 Quay Street" }, "MAIL_IMPRINT"],
  ["a site", { SITE_URL: "https://other.example" }, "SITE_URL"],
  ["a slash", { SITE_URL: "https://keelbook.example/" }, undefined],
  ["everything", { SMTP_URL: "", MAIL_FROM: "", SITE_URL: "" }, "SMTP_URL, MAIL_FROM and SITE_URL"],
  ["the project", { SUPABASE_URL: "https://abc.supabase.co", SMTP_URL: "" }, undefined],
])("names settings that a running stack has otherwise: %s", async (_, here, names) => {
  const folder = await mkdtemp(join(tmpdir(), "keelbook-settings-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { secretKey } = await readOrCreateKeys(folder);
  const settings = resolveSettings(
    {},
    { ...there, SITE_URL: "https://keelbook.example", DATA_FOLDER: folder, ...here },
    folder,
  );
  expect(await otherSettingsOfStack({ settings })).toBeUndefined();
  const lock = await acquireLock(folder);
  onTestFinished(lock.release);
  const mail = readMailSettings((key) => there[key]);
  lock.publish("http://localhost:1", {
    settings: startedWith({ mail, siteUrl: "https://keelbook.example" }, secretKey),
  });
  expect(await otherSettingsOfStack({ settings })).toBe(names);
});
