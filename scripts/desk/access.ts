import { createHmac, randomBytes } from "node:crypto";
import { Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { secureHeaders } from "hono/secure-headers";
import { accessDeniedPage } from "./accessDenied.ts";
import type { Problem } from "./routes/problem.ts";

/** An address with 192 random bits. */
const secret = (): string => randomBytes(24).toString("base64url");

/** The port of the desk unless it is taken, so that bookmarks last. */
export const deskPort = 4174;

/**
 * Path below which the desk's routes are: `/…/`, which cannot be guessed. At {@link deskPort} it depends on the
 * backend's secret key alone, so that bookmarks last. At another port it is random, because the program that
 * has taken deskPort learns the path from bookmarks.
 */
export const deskPath = (secretKey: string, port: number): string =>
  `/${port === deskPort ? createHmac("sha256", secretKey).update("desk").digest("base64url").slice(0, 32) : secret()}/`;

const cookie = "desk";

/** A page that was left open gets this answer when its desk has ended. */
const strange: Problem = {
  message: "The desk was restarted after this page was opened.",
  hint: "Open the link that the terminal shows; press Enter there for another one.",
};

/** Decides who may use the desk: only browsers that opened a link of the terminal. */
export interface Access {
  /** The routes are added below the path; a route that is added later is guarded, too. */
  app: Hono;
  /** Makes a link that opens the desk in one browser, once. An earlier link that was not used becomes invalid. */
  link(): string;
}

/**
 * Guards a desk at an origin, below a path. `Host` and `Origin` refuse pages of other sites, even those whose
 * name leads to this machine (DNS rebinding). Cookies do not tell ports apart: as the cookie's path cannot be
 * guessed, browsers send it to no other server on this machine.
 * @param used is called at each request of a browser that may use the desk
 */
export function guardDesk(origin: string, path: string, used: () => void): Access {
  const sessions = new Set<string>();
  let key = secret();
  const app = new Hono();
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // The frame that shows a mail needs inline styles, because a mail has its styles in its elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:"],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
      strictTransportSecurity: false,
    }),
  );
  app.use(async (c, next) => {
    c.header("cache-control", "no-store");
    if (`http://${c.req.header("host")}` !== origin) return c.text("Wrong host.", 421);
    const from = c.req.header("origin");
    if (from === undefined ? !["GET", "HEAD"].includes(c.req.method) : from !== origin)
      return c.text("Wrong origin.", 403);
    return next();
  });
  app.get(`${path}open`, (c) => {
    if (c.req.query("key") !== key) return c.html(accessDeniedPage("used"), 403);
    key = secret();
    const session = secret();
    sessions.add(session);
    setCookie(c, cookie, session, { path, httpOnly: true, sameSite: "Strict" });
    return c.redirect(path, 303);
  });
  app.use(async (c, next) => {
    if (!sessions.has(getCookie(c, cookie) ?? ""))
      return c.req.path.startsWith(`${path}api/`) ? c.json(strange, 401) : c.html(accessDeniedPage("unknown"), 401);
    used();
    return next();
  });
  return { app, link: () => `${origin}${path}open?key=${(key = secret())}` };
}
