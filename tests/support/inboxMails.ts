import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { eventually } from "./eventually.ts";

/** The mails to an address in the inbox of a stack's data folder, oldest first. */
export async function mailsTo(dataFolder: string, address: string): Promise<Email[]> {
  const inbox = join(dataFolder, "inbox");
  const names = await readdir(inbox).catch((): string[] => []);
  const files = names.filter((name) => name.endsWith(".eml")).sort();
  const mails = await Promise.all(files.map(async (name) => PostalMime.parse(await readFile(join(inbox, name)))));
  return mails.filter(({ to }) => to?.[0]?.address === address);
}

/** Waits until so many mails to an address have arrived, and returns the last of these. */
export async function mailArrived(dataFolder: string, address: string, count = 1): Promise<Email | undefined> {
  await eventually(`${count} mails to ${address}`, async () => (await mailsTo(dataFolder, address)).length >= count);
  return (await mailsTo(dataFolder, address))[count - 1];
}
