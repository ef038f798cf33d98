import { mkdir, opendir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { inDataFolder } from "../../lib/dataFolder.ts";
import { ifMissing } from "../../lib/caught.ts";
import { DeliveryError } from "../classify.ts";
import { mailBytes } from "./compose.ts";
import type { Transport } from "./transport.ts";

export const inboxFolder = (dataFolder: string): string => join(dataFolder, inDataFolder.inbox);

/** The end of a mail's name while it is written. */
const unfinished = ".eml.part";

/** The beginning of a mail's name, by which it is sorted: when it was written. */
const nameOf = (time: Date): string => time.toISOString().replaceAll(":", "-");
/** The name of a mail that was written whole. */
const written = /^\d{4}-\d\d-\d\dT[^/]+\.eml$/u;

/** The length of an outbox row's id, with which a mail's name ends. */
const idLength = 36;

/**
 * The transport of a stack without SMTP: each mail becomes an `.eml` file (0600) in the data folder's inbox, named by the time
 * it was written and its id. Mail programs, developers and tests can read it. A mail that a killed sender wrote is not written again.
 */
export function createInbox(dataFolder: string): Transport {
  const folder = inboxFolder(dataFolder);
  let ids: Promise<Set<string>> | undefined;
  const read = async () => {
    const names = (await readdir(folder).catch(ifMissing([]))).filter((name) => name.endsWith(".eml"));
    return new Set(names.map((name) => name.slice(0, -".eml".length).slice(-idLength)));
  };
  return {
    about: "files in inbox/",
    concurrency: 4,
    async start() {
      const names = await readdir(folder).catch(ifMissing([]));
      const left = names.filter((name) => name.endsWith(unfinished));
      await Promise.all(left.map((name) => rm(join(folder, name), { force: true })));
    },
    async send(mail) {
      const bytes = await mailBytes(mail);
      const name = `${nameOf(new Date())}-${mail.id}`;
      const part = join(folder, `${name}${unfinished}`);
      try {
        const there = await (ids ??= read());
        if (there.has(mail.id)) return {};
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(part, bytes, { mode: 0o600 });
        await rename(part, join(folder, `${name}.eml`));
        there.add(mail.id);
        return {};
      } catch (cause) {
        ids = undefined;
        // On a full disk each attempt would leave another file.
        await rm(part, { force: true }).catch(() => undefined);
        throw new DeliveryError("unavailable", "inbox_not_writable", { cause });
      }
    },
    close: async () => undefined,
  };
}

/**
 * Removes the mails that were written to a stack's inbox more than so many days ago, as the database does with
 * their records.
 * @throws the operating system's error
 */
export async function pruneInbox(dataFolder: string, days: number): Promise<void> {
  const folder = inboxFolder(dataFolder);
  const before = nameOf(new Date(Date.now() - days * 86_400_000));
  for await (const { name } of await opendir(folder).catch(ifMissing([])))
    if (written.test(name) && name < before) await rm(join(folder, name), { force: true });
}

/** A local part in quotes, as SMTP wants one that begins or ends with a dot, or has two in a row (RFC 5321 section 4.1.2). */
const quoted = /"([^"\s]+)"@/gu;

/** The forms in which a mail's file may contain a text: as it is, quoted, URL-encoded in a link, or in a JSON string. */
const spellings = (text: string): string[] => {
  const lower = text.replaceAll("\\", "").replaceAll(quoted, "$1@").toLowerCase();
  const decoded = lower.replaceAll(/%([2-7][0-9a-f])/gu, (_whole, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
  return [lower, decoded];
};

/** Matches the whole address: `ada@example.com` is not in `nada@example.com`, nor in `ada@example.com.au`. */
const whole = (email: string): RegExp =>
  new RegExp(
    `(?<![a-z0-9._+-])${email.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)}(?![a-z0-9-]|\\.[a-z0-9])`,
    "u",
  );

/** A file's text, raw and decoded as a mail: its body may be encoded and its headers folded. */
async function textsOf(file: string): Promise<string[]> {
  const raw = await readFile(file, "utf8").catch(ifMissing(""));
  const mail = await PostalMime.parse(raw).catch(() => undefined);
  return [raw, mail?.text, mail?.html, ...(mail?.headers ?? []).map(({ value }) => value)].filter(
    (text) => text !== undefined,
  );
}

/**
 * Finds files of a stack's inbox that are addressed to a person or mention them, including half-written ones.
 * @param email in its normal form
 * @throws the operating system's error if the inbox or a file in it cannot be read
 */
export async function mailsAbout(dataFolder: string, email: string): Promise<string[]> {
  const inbox = inboxFolder(dataFolder);
  // The names are read one by one: those of a million mails would need more than the memory of a command.
  const entries = await opendir(inbox).catch(ifMissing([]));
  const address = whole(email);
  const found: string[] = [];
  for await (const entry of entries) {
    if (entry.isDirectory()) continue;
    const file = join(inbox, entry.name);
    const texts = await textsOf(file);
    if (texts.flatMap(spellings).some((spelling) => address.test(spelling))) found.push(file);
  }
  return found;
}
