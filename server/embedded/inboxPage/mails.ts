import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { inboxFolder } from "../../mail/transports/inbox.ts";

/** Maximum number of mails shown. */
const mostMails = 200;

/** Maximum size of a file shown, in bytes; ours are far smaller, but a developer may put any file there. */
const maxBytes = 5_000_000;

/** A mail of the inbox, with its file name. */
export interface InboxMail extends Email {
  name: string;
}

/** File names of the newest mails, newest first. */
async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.endsWith(".eml"))
    .toSorted()
    .toReversed()
    .slice(0, mostMails);
}

async function read(folder: string, name: string): Promise<InboxMail[]> {
  const file = join(folder, name);
  try {
    const { size } = await stat(file);
    return size > maxBytes ? [] : [{ ...(await PostalMime.parse(await readFile(file))), name }];
  } catch {
    // Deleted meanwhile, or not a mail.
    return [];
  }
}

/** Reads the newest mails in a data folder's inbox, newest first. */
export async function readInbox(dataFolder: string): Promise<InboxMail[]> {
  const folder = inboxFolder(dataFolder);
  const mails = await Promise.all((await namesIn(folder)).map((name) => read(folder, name)));
  return mails.flat();
}

/** Reads one mail; undefined for a name that is not in the list. */
export async function readInboxMail(dataFolder: string, name: string): Promise<InboxMail | undefined> {
  const folder = inboxFolder(dataFolder);
  if (!(await namesIn(folder)).includes(name)) return undefined;
  return (await read(folder, name))[0];
}
