import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { type Context, Hono } from "hono";
import { isLoopback } from "../../lib/loopback.ts";
import { listPage, mailDocument, mailPage, mailPolicy, pagePolicy } from "./pages.ts";
import { readInbox, readInboxMail } from "./mails.ts";

/** The page that shows a stack's inbox. */
export interface InboxPage {
  app: Hono;
  /** Its address. Whoever knows it can read every mail, including sign-in links. */
  url: string;
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Whether a stack can be reached from this machine only. */
export const isPrivate = ({ host, siteUrl, proxies }: { host: string; siteUrl: string; proxies: number }): boolean =>
  isLoopback(host) && isLoopback(new URL(siteUrl).hostname) && proxies === 0;

/**
 * Shows the mails of a stack without a mail server like a mail program, at an address with a 256-bit secret that changes at each
 * start (docs/decisions/0130). Requests for other paths, or with other host names for this machine, are left to the following
 * routes.
 */
export function createInboxPage(dataFolder: string, stackUrl: string): InboxPage {
  const secret = randomBytes(32).toString("base64url");
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
