import type { MiddlewareHandler } from "hono";

/** What every answer of an API carries: nobody keeps it (RFC 9111), and no browser guesses what it is (WHATWG Fetch). */
const headers = Object.entries({ "cache-control": "no-store", "x-content-type-options": "nosniff" });

/**
 * Sets them on whatever is answered, refusals and preflights included: to be registered first. They are set on the answer
 * itself, whose headers must not be immutable: Hono's `header` would make it anew for each (docs/decisions/0181).
 */
export const apiHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  // The mocks stand for a network that fails: nothing arrives then, headers neither.
  if (c.res.type === "error") return;
  for (const [name, value] of headers) c.res.headers.set(name, value);
};
