import type { MiddlewareHandler } from "hono";

/** Headers of every API answer: it is never cached (RFC 9111), and browsers do not guess its type (WHATWG Fetch). */
const headers = Object.entries({ "cache-control": "no-store", "x-content-type-options": "nosniff" });

/**
 * Sets these headers on every answer, including refusals and preflights, so it has to be registered first. It changes the
 * answer itself, whose headers must be mutable: Hono's `header` would copy it for each.
 */
export const apiHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  // A network failure of the mocks, which has no headers.
  if (c.res.type === "error") return;
  for (const [name, value] of headers) c.res.headers.set(name, value);
};
