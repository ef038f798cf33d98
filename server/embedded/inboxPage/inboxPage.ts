import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Context, Hono } from "hono";
import PostalMime from "postal-mime";
import { isLoopback } from "../../lib/loopback.ts";
import { inboxFolder } from "../../mail/transports/inbox.ts";
import { type InboxMail, listPage, mailDocument, mailPage, mailPolicy, pagePolicy } from "./pages.ts";

/** Maximum number of mails shown. */
const mostMails = 200;

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
  try {
    return [{ ...(await PostalMime.parse(await readFile(join(folder, name)))), name }];
  } catch {
    // The file was deleted meanwhile, or is not a mail.
    return [];
  }
}

/** Reads the newest mails in a data folder's inbox, newest first. */
async function readInbox(dataFolder: string): Promise<InboxMail[]> {
  const folder = inboxFolder(dataFolder);
  const mails = await Promise.all((await namesIn(folder)).map((name) => read(folder, name)));
  return mails.flat();
}

/** Reads one mail; undefined for a name that is not in the list. */
async function readInboxMail(dataFolder: string, name: string): Promise<InboxMail | undefined> {
  const folder = inboxFolder(dataFolder);
  if (!(await namesIn(folder)).includes(name)) return undefined;
  return (await read(folder, name))[0];
}

/** The page that shows a stack's inbox. */
interface InboxPage {
  app: Hono;
  /** The address of the page. Anybody who knows it can read every mail, including sign-in links. */
  url: string;
}

/** A secret for {@link createInboxPage}. */
const newInboxSecret = (): string => randomBytes(32).toString("base64url");

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Whether a stack can be reached from this machine only. */
export const isPrivate = ({ host, siteUrl, proxies }: { host: string; siteUrl: string; proxies: number }): boolean =>
  isLoopback(host) && isLoopback(new URL(siteUrl).hostname) && proxies === 0;

/**
 * Shows the mails of a stack without a mail server like a mail program, at an address with a 256-bit secret, which changes at each
 * start but the dev server's. Requests for other paths, or with other host names for this machine, are left to the following
 * routes.
 */
export function createInboxPage(dataFolder: string, stackUrl: string, secret = newInboxSecret()): InboxPage {
  const at = `/inbox/${secret}/`;
  const expected = digest(secret);
  const app = new Hono();
  const answer = (c: Context, page: string, policy: string) =>
    c.html(page, 200, {
      "cache-control": "no-store",
      "content-security-policy": policy,
      "cross-origin-opener-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    });
  const allowed = (c: Context): boolean =>
    timingSafeEqual(digest(c.req.param("secret") ?? ""), expected) && isLoopback(new URL(c.req.url).hostname);

  app.get("/inbox/:secret/", async (c, next) => {
    if (!allowed(c)) return next();
    return answer(c, String(await listPage(await readInbox(dataFolder), at)), pagePolicy);
  });
  app.get("/inbox/:secret/mails/:name", async (c, next) => {
    const mail = allowed(c) ? await readInboxMail(dataFolder, c.req.param("name")) : undefined;
    return mail ? answer(c, String(await mailPage(mail, at)), pagePolicy) : next();
  });
  app.get("/inbox/:secret/mails/:name/html", async (c, next) => {
    const mail = allowed(c) ? await readInboxMail(dataFolder, c.req.param("name")) : undefined;
    return mail ? answer(c, mailDocument(mail), mailPolicy) : next();
  });
  return { app, url: `${stackUrl}${at}` };
}
