import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { inboxFolder } from "../../server/mail/transports/inbox.ts";
import { type MailSettings, readMailSettings } from "../../server/settings/hosts.ts";
import { startSmtpServer } from "../mail/support/smtpServer.ts";

/** Where a site's mails go: its inbox folder, or a real SMTP server with STARTTLS and a log-in. */
export type MailRoute = "inbox" | "smtp";

/** Where a site's mails arrive. */
export interface Mailbox {
  /** The settings of the site for it. */
  settings: MailSettings;
  /** The newest mail to an address, in the site's data folder or on the server. */
  newestTo(address: string, dataFolder: string): Promise<Email | undefined>;
  stop(): Promise<void>;
}

const isTo = ({ to }: Email, address: string): boolean => to?.[0]?.address === address;

async function newestFileTo(address: string, dataFolder: string): Promise<Email | undefined> {
  const inbox = inboxFolder(dataFolder);
  const names = await readdir(inbox).catch((): string[] => []);
  for (const name of names.filter((file) => file.endsWith(".eml")).sort((a, b) => b.localeCompare(a))) {
    const mail = await PostalMime.parse(await readFile(join(inbox, name)));
    if (isTo(mail, address)) return mail;
  }
  return undefined;
}

/** Opens a mailbox for a site. */
export async function openMailbox(route: MailRoute): Promise<Mailbox> {
  if (route !== "smtp")
    return {
      settings: readMailSettings({}),
      newestTo: newestFileTo,
      stop: async () => undefined,
    };
  const { url, arrived, stop } = await startSmtpServer();
  const env: Partial<Record<string, string>> = { SMTP_URL: url.href, MAIL_FROM: "Keelbook <hello@keelbook.example>" };
  return {
    settings: readMailSettings(env),
    newestTo: async (address) =>
      arrived.findLast(({ mail, secure, user }) => secure && user && isTo(mail, address))?.mail,
    stop,
  };
}
