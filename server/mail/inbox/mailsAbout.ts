import { opendir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { ifMissing } from "../../lib/caught.ts";
import { inboxFolder } from "../transports/inbox.ts";

/** A local part in quotes, as SMTP wants one that begins or ends with a dot, or has two in a row (RFC 5321 section 4.1.2). */
const quoted = /"([^"\s]+)"@/gu;

/** The forms in which a mail's file may contain a text: as it is, quoted, URL-encoded in a link, or in a JSON string. */
const spellings = (text: string): string[] => {
  const unescaped = text.replaceAll("\\", "").replaceAll(quoted, "$1@");
  const lower = unescaped.toLowerCase();
  return [
    lower,
    lower.replaceAll(/%([2-7][0-9a-f])/gu, (_whole, code: string) => String.fromCharCode(parseInt(code, 16))),
  ];
};

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);

/** Matches the whole address: `ada@example.com` is not in `nada@example.com`, nor in `ada@example.com.au`. */
const whole = (email: string): RegExp => new RegExp(`(?<![a-z0-9._+-])${escaped(email)}(?![a-z0-9-]|\\.[a-z0-9])`, "u");

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
  // One by one: the names of a million mails would be more than the memory of a command.
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
