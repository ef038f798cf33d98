import { Hono } from "hono";
import { timingSafeEqual } from "hono/utils/buffer";
import type { HostBindings } from "../../http/host.ts";
import { ProblemError } from "../../http/problem.ts";

/** What a host without a clock of its own does when it is asked to; each job starts, and goes on after the answer. */
export interface MailSchedule {
  /** What whoever asks has to know (RFC 6750); at least 32 characters. */
  secret: string;
  /** Sends what is due; absent where the host can send nothing. */
  drain?: (() => void) | undefined;
  /** Erases what is kept for nothing. */
  prune: () => void;
}

/** Shortest time between two starts of a job, in ms; the clock asks each minute. */
const shortest = 10_000;

/** The routes that the database's clock asks (supabase/migrations, mail_schedule). */
export function scheduleRoutes({ secret, drain, prune }: MailSchedule) {
  const app = new Hono<{ Bindings: HostBindings }>();
  for (const [name, start] of Object.entries({ drain, prune })) {
    if (!start) continue;
    // By a clock that nobody sets: one set back by an hour would have nothing sent for as long.
    let next = 0;
    app.post(`/mail/${name}`, async (c) => {
      const given = /^Bearer (.+)$/iu.exec(c.req.header("authorization") ?? "")?.[1] ?? "";
      if (!(await timingSafeEqual(given, secret))) throw new ProblemError("unauthorized");
      const wait = next - performance.now();
      if (wait > 0) throw new ProblemError("rate_limited", { retryAfter: Math.ceil(wait / 1000) });
      next = performance.now() + shortest;
      start();
      return c.body(null, 202);
    });
  }
  return app;
}
