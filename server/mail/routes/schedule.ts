import { Hono } from "hono";
import { timingSafeEqual } from "hono/utils/buffer";
import type { HostBindings } from "../../http/clientAddress.ts";
import { ProblemError } from "../../http/problem.ts";

/** Jobs of a host without a scheduler, started on request; each continues after the answer. */
export interface MailSchedule {
  /** The bearer token of a request (RFC 6750); at least 32 characters. */
  secret: string;
  /** Sends due mails; absent if the host cannot send mail. */
  drain?: (() => void) | undefined;
  /** Erases expired records. */
  prune: () => void;
}

/** Shortest time between two starts of a job, in ms; the scheduler asks each minute. */
const shortest = 10_000;

/** The routes for the database's scheduled jobs (supabase/migrations, mail_schedule). */
export function scheduleRoutes({ secret, drain, prune }: MailSchedule) {
  const app = new Hono<{ Bindings: HostBindings }>();
  for (const [name, start] of Object.entries({ drain, prune })) {
    if (!start) continue;
    // The clock is the monotonic one: if the system clock was set back by an hour, it would block the job for
    // an hour.
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
