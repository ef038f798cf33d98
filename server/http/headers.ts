import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";

/** Headers of every API answer: it is never cached (RFC 9111), and browsers do not guess its type (WHATWG Fetch). */
const always = Object.entries({ "cache-control": "no-store", "x-content-type-options": "nosniff" });

/**
 * Sets these headers on every answer, including refusals and preflights, so it has to be registered first. It changes the
 * answer itself, whose headers must be mutable: Hono's `header` would copy it for each.
 */
export const apiHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  // This is a network failure of the mocks, which has no headers.
  if (c.res.type === "error") return;
  for (const [name, value] of always) c.res.headers.set(name, value);
};

/** Headers of an answer that a page may read. */
const exposed = "retry-after";

/**
 * Lets pages of this origin, and of no other, call the forms and read the answers (WHATWG Fetch, section 3.2).
 * The header names this origin to every page, so that the console of a refused page says which origin is
 * allowed. Hono's middleware handles preflights only; it would copy other answers three times, once for each
 * header.
 */
export function crossOrigin(site: string): MiddlewareHandler {
  const preflight = cors({
    origin: () => site,
    allowMethods: ["GET", "POST"],
    allowHeaders: ["content-type", "apikey", "authorization"],
    exposeHeaders: [exposed],
    maxAge: 86_400,
  });
  return async (c, next) => {
    if (c.req.method === "OPTIONS") return preflight(c, next);
    await next();
    const { headers } = c.res;
    headers.set("access-control-allow-origin", site);
    headers.set("access-control-expose-headers", exposed);
  };
}
