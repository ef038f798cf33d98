import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Text as a mail may hold it: as it is, in a link, or in a JSON string within the file. */
const spellings = (text: string): string[] => {
  const unescaped = text.replaceAll("\\", "");
  const lower = unescaped.toLowerCase();
  return [
    lower,
    lower.replaceAll(/%([2-7][0-9a-f])/gu, (_whole, code: string) => String.fromCharCode(parseInt(code, 16))),
  ];
};

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);

/** The address as a whole: `ada@example.com` is not in `nada@example.com`, nor in `ada@example.com.au`. */
const whole = (email: string): RegExp => new RegExp(`(?<![a-z0-9._+-])${escaped(email)}(?![a-z0-9-]|\\.[a-z0-9])`, "u");

/**
 * Files of a stack's inbox that are addressed to a person or name them, half-written ones among them.
 * @param email in its normal form
 */
export async function mailsAbout(dataFolder: string, email: string): Promise<string[]> {
  const inbox = join(dataFolder, "inbox");
  const names = await readdir(inbox).catch((): string[] => []);
  const address = whole(email);
  const found: string[] = [];
  for (const name of names) {
    const file = join(inbox, name);
    const text = await readFile(file, "utf8").catch(() => "");
    if (spellings(text).some((spelling) => address.test(spelling))) found.push(file);
  }
  return found;
}
