import { createHmac, randomBytes } from "node:crypto";
import { Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { secureHeaders } from "hono/secure-headers";
import type { DeskProblem } from "../../server/contract/desk.ts";
import { doorPage } from "./door.ts";

/** 192 random bits for an address. */
const secret = (): string => randomBytes(24).toString("base64url");

/** The port that the desk has unless it is taken, for bookmarks. */
export const deskPort = 4174;

/**
 * Where the desk's routes begin: `/…/`, by no means to be guessed. At {@link deskPort} it is the same for one secret key of the backend, so
 * that bookmarks last; at another port it is random, as somebody else, whom bookmarks lead to, has that port and gets to know the path.
 */
export const deskPath = (secretKey: string, port: number): string =>
  `/${port === deskPort ? createHmac("sha256", secretKey).update("desk").digest("base64url").slice(0, 32) : secret()}/`;

const cookie = "desk";

/** To a page that was left open, of a desk that has ended. */
const strange: DeskProblem = {
  message: "The desk was started anew since this page was opened.",
  hint: "Open the link that the terminal shows; Enter there shows another one.",
};

/** Who may use the desk: nobody but the browsers that opened a link of the terminal. */
export interface Access {
  /** Its routes are below the path; whoever gets to one that is added later is allowed to. */
  app: Hono;
  /** A link that opens the desk in one browser, once. It takes the place of one that was not used. */
  link(): string;
}

/**
 * Guards a desk at an origin, below a path. A page of another site, even one whose name leads to this machine (DNS rebinding), is refused by `Host` and
 * `Origin`. Cookies do not tell ports apart: as the cookie's path cannot be guessed, it is sent to no other server on this machine.
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
        // A mail's styles are in its elements, also in the frame that shows it.
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
    if (c.req.query("key") !== key) return c.html(doorPage("used"), 403);
    key = secret();
    const session = secret();
    sessions.add(session);
    setCookie(c, cookie, session, { path, httpOnly: true, sameSite: "Strict" });
    return c.redirect(path, 303);
  });
  app.use(async (c, next) => {
    if (!sessions.has(getCookie(c, cookie) ?? ""))
      return c.req.path.startsWith(`${path}api/`) ? c.json(strange, 401) : c.html(doorPage("unknown"), 401);
    used();
    return next();
  });
  return { app, link: () => `${origin}${path}open?key=${(key = secret())}` };
}
