import { Hono } from "hono";
import type { HostBindings } from "../app.ts";
import { apiHeaders } from "../http/apiHeaders.ts";
import { ProblemError, problemResponse } from "../http/problem.ts";
import type { RateLimiter } from "./rateLimit.ts";

/** Largest body anyone but the operator may send, in bytes; lite itself would read any size into memory. */
const maxSize = 64 * 1024;

/** Auth calls that send a mail or hash a password. */
const costly = /\/(?:signup|otp|magiclink|recover|resend|token)$/u;

/**
 * The REST and auth services with what a hosted project has in front of them and lite has not: a limit on the size of
 * bodies, and one on the rate of auth calls that cost something. The secret key lifts the size limit, for imports.
 */
export function supabaseApi(
  fetch: (request: Request) => Promise<Response>,
  limit: RateLimiter,
  secretKey: string,
): Hono<{ Bindings: HostBindings }> {
  const app = new Hono<{ Bindings: HostBindings }>();
  app.use(apiHeaders);
  app.use((c, next) => {
    // A chunked body says no length to hold it to, and no client of these services sends one.
    const unknown = c.req.header("transfer-encoding") !== undefined;
    const large = unknown || (c.env.bodySize ?? Number(c.req.header("content-length") ?? 0)) > maxSize;
    if (large && c.req.header("apikey") !== secretKey) throw new ProblemError("too_large");
    return next();
  });
  app.post("/auth/v1/*", async (c, next) => {
    const refresh = c.req.query("grant_type") === "refresh_token";
    if (costly.test(c.req.path) && !refresh) await limit("auth", c.env.clientAddress);
    return next();
  });
  app.all("*", (c) => fetch(c.req.raw));
  app.onError((error) =>
    problemResponse(error instanceof ProblemError ? error : new ProblemError("unexpected", { cause: error })),
  );
  return app;
}
