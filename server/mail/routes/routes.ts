import { Hono } from "hono";
import type { Accepted } from "../../contract/outcomes.ts";
import { joinPlaceLink } from "../../contract/shareCode.ts";
import { mailLinkBody } from "../../contract/waitlist.ts";
import { check, readBody, readJson } from "../../http/body.ts";
import { clientHash, type HostBindings } from "../../http/clientAddress.ts";
import { ProblemError } from "../../http/problem.ts";
import { makePersonToken } from "../../lib/personToken.ts";
import { createRateLimiter, type RateLimit } from "../../http/rateLimit.ts";
import type { MailLink, Store } from "../../store/store.ts";
import { createRefusalLog, readResendEvent } from "./webhook.ts";
import { linkEntries, placeTokensOf, tokenHash } from "../outbox/tokens.ts";

interface MailRoutesOptions {
  store: Pick<Store, "confirm" | "unsubscribe" | "erase" | "recordMailEvent" | "take">;
  /** Public address of the site, whose page asks before a link is used. */
  siteUrl: string;
  /** Keys the hashes of network addresses, and signs the tokens of people who confirm. */
  secret: string;
  /** How many unknown links one client may try. */
  rateLimit: RateLimit;
  /** Secret that signs the mail provider's reports; without it the route does not exist. */
  webhookSecret?: string | undefined;
  /** Logs that reports are refused, with the reason, never an address. */
  log?: ((line: string) => void) | undefined;
}

/** The routes of mail links and of the mail provider's reports. GET changes nothing, as mail scanners follow links by GET. */
export function mailRoutes({ store, siteUrl, secret, rateLimit, webhookSecret, log }: MailRoutesOptions) {
  const app = new Hono<{ Bindings: HostBindings }>();
  const linkOf = async (token: string, clientAddress: string | undefined): Promise<MailLink> => ({
    tokenHash: await tokenHash(token),
    clientHash: await clientHash(secret, clientAddress),
  });
  // Only unknown links are counted: mail providers send the one-click requests of all their users from a few addresses.
  const limitUnknown = createRateLimiter(store, secret, rateLimit);
  const refuseUnknown = async (clientAddress: string | undefined): Promise<never> => {
    await limitUnknown("link", clientAddress);
    throw new ProblemError("token_spent_or_unknown");
  };

  app.post("/confirm", async (c) => {
    const { token } = await readBody(c.req.raw, mailLinkBody);
    const clientAddress = c.env?.clientAddress;
    const placeTokens = await placeTokensOf(secret, token);
    const person = await store.confirm(await linkOf(token, clientAddress), await linkEntries(placeTokens));
    if (!person) return refuseUnknown(clientAddress);
    const { id, ...shown } = person;
    const confirmed: Accepted = {
      code: "confirmed",
      token: await makePersonToken(secret, id),
      placeLink: joinPlaceLink(placeTokens),
      ...shown,
    };
    return c.json(confirmed);
  });

  // The body is ignored if the address has a token: mail programs send anything to the address in
  // List-Unsubscribe (RFC 8058), and trackers append to it, but the token alone tells what is meant, and for
  // which person. The page sends the token in the body, because addresses are logged.
  app.post("/unsubscribe", async (c) => {
    const [linked] = /^[\w-]+/u.exec(c.req.query("token") ?? "") ?? [];
    const token = linked ?? check(mailLinkBody, await readJson(c.req.raw)).token;
    const clientAddress = c.env?.clientAddress;
    if (!(await store.unsubscribe(await linkOf(token, clientAddress)))) await refuseUnknown(clientAddress);
    return c.body(null, 204);
  });

  app.post("/erase", async (c) => {
    const { token } = await readBody(c.req.raw, mailLinkBody);
    if (!(await store.erase(await tokenHash(token)))) await refuseUnknown(c.env?.clientAddress);
    return c.body(null, 204);
  });

  // Programs that do not know one-click unsubscription open the address in List-Unsubscribe (RFC 2369, section
  // 3.2). If a part of it is missing, the page says so.
  app.get("/unsubscribe", (c) =>
    c.redirect(`${siteUrl}/#unsubscribe=${encodeURIComponent(c.req.query("token") ?? "")}`, 303),
  );

  if (webhookSecret !== undefined) {
    const logRefusal = createRefusalLog(log);
    app.post("/mail/events", async (c) => {
      const event = await readResendEvent(c.req.raw, webhookSecret).catch((error: unknown) => {
        logRefusal(error);
        throw error;
      });
      if (event) await store.recordMailEvent(event);
      return c.body(null, 204);
    });
  }

  return app;
}
