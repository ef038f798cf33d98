import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { inboxFolder } from "../../mail/transports/inbox.ts";

/** Most mails shown. */
const mostMails = 200;

/** Largest file shown, in bytes; ours are far smaller, but anybody may put one there. */
const maxBytes = 5_000_000;

/** A mail of the inbox, under the name of its file. */
export interface InboxMail extends Email {
  name: string;
}

/** Names of the newest mails, newest first. */
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
    // Deleted since, or no mail at all.
    return [];
  }
}

/** The newest mails that a stack without a mail server has written into its data folder, newest first. */
export async function readInbox(dataFolder: string): Promise<InboxMail[]> {
  const folder = inboxFolder(dataFolder);
  const mails = await Promise.all((await namesIn(folder)).map((name) => read(folder, name)));
  return mails.flat();
}

/** One of them; undefined for a name that is not among them. */
export async function readInboxMail(dataFolder: string, name: string): Promise<InboxMail | undefined> {
  const folder = inboxFolder(dataFolder);
  if (!(await namesIn(folder)).includes(name)) return undefined;
  return (await read(folder, name))[0];
}
