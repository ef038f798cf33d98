import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createForms } from "../../server/app.ts";
import { formsBasePath } from "../../server/contract/outcomes.ts";
import { readMigrations } from "../../server/supabase/migrations.ts";
import type { MailSchedule } from "../../server/mail/routes/schedule.ts";
import { captchaSecret, siteOrigin } from "../support/backend.ts";
import { type OutboxBench, useOutboxBench } from "./support/outboxBench.ts";

const secret = "what-the-clock-knows-of-32-letters";
const project = "https://abc.supabase.co";

let bench: OutboxBench;
useOutboxBench((started) => (bench = started));

/** The deployed function, as the schedule calls it. */
function host(jobs: Omit<MailSchedule, "secret"> | undefined) {
  const { store } = bench;
  const captcha = { verify: vi.fn() };
  const mailSchedule = jobs && { secret, ...jobs };
  return createForms({ store, captcha, siteUrl: siteOrigin, secret: captchaSecret, mailSchedule });
}

describe("the migration that schedules mails", () => {
  interface Request {
    url: string;
    headers: Record<string, string>;
  }
  beforeEach(() => bench.sql("begin"));
  afterEach(() => bench.sql("rollback"));
  const migrate = async () =>
    bench.sql((await readMigrations()).find(({ name }) => name === "mail_schedule")?.sql ?? "");
  /** Makes a hosted project's extensions, changes them, and applies the migration. */
  const schedule = async (change = "") => {
    const extensions = await readFile(new URL("../support/clockOfHosted.sql", import.meta.url), "utf8");
    await bench.sql(`${extensions}; ${change}`);
    await migrate();
  };
  const store = (name: string, value: string) => bench.sql("select vault.create_secret($1, $2)", [value, name]);
  const jobs = () => bench.sql<{ jobname: string; schedule: string; command: string }>("select * from cron.job");
  const run = async (name: string): Promise<Request[]> => {
    await bench.sql("truncate net.http_request_queue");
    await bench.sql((await jobs()).find(({ jobname }) => jobname === name)?.command ?? "");
    return bench.sql<Request>("select url, headers from net.http_request_queue");
  };

  it("schedules each job once, and nothing where pg_cron is missing or refuses", async () => {
    await migrate();
    expect(await bench.sql("select from pg_namespace where nspname in ('cron', 'net', 'vault')")).toEqual([]);
    await bench.sql("savepoint before");
    await schedule(
      "create or replace function cron.schedule(job_name text, schedule text, command text) returns bigint language plpgsql as $$ begin raise exception 'no'; end $$",
    );
    expect(await jobs()).toEqual([]);
    await bench.sql("rollback to before");
    // One job that fails does not keep back the others, for instance one whose extension could not be made.
    await schedule(
      "create function cron.refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$; create trigger refuse before insert on cron.job for each row when (new.jobname = 'keelbook-mail') execute function cron.refuse()",
    );
    expect((await jobs()).map(({ jobname }) => jobname)).toEqual([
      "keelbook-operator",
      "keelbook-prune",
      "keelbook-runs",
    ]);
    await bench.sql("rollback to before");
    await schedule("drop function net.http_post");
    expect((await jobs()).map(({ jobname }) => jobname)).toEqual(["keelbook-runs"]);
    await bench.sql("rollback to before");
    await schedule();
    await migrate();
    expect((await jobs()).map(({ jobname, schedule: when }) => [jobname, when])).toEqual([
      ["keelbook-mail", "* * * * *"],
      ["keelbook-operator", "4 * * * *"],
      ["keelbook-prune", "17 3 * * *"],
      ["keelbook-runs", "27 3 * * *"],
    ]);
  });

  it("calls the function's routes once Vault has both secrets: to send while something is due, and to erase", async () => {
    await schedule();
    await bench.fill(1);
    expect([await run("keelbook-mail"), await run("keelbook-prune")]).toEqual([[], []]);
    await store("keelbook_project_url", project);
    expect(await run("keelbook-mail")).toEqual([]);
    await store("keelbook_mail_secret", secret);
    const [drain, prune] = [vi.fn(), vi.fn()];
    const app = host({ drain, prune });
    for (const [name, job] of [
      ["keelbook-mail", drain],
      ["keelbook-prune", prune],
    ] as const) {
      const [request] = await run(name);
      expect(request?.url).toMatch(/^https:\/\/abc\.supabase\.co\/functions\/v1\/forms\/mail\/(?:drain|prune)$/u);
      const answer = await app.request(request?.url ?? "", { method: "POST", headers: request?.headers ?? {} });
      expect(answer.status).toBe(202);
      expect(job).toHaveBeenCalledOnce();
    }
    for (const change of ["leased_until = now() + interval '1 minute'", "leased_until = null, sent_at = now()"]) {
      await bench.sql(`update public.email_outbox set ${change}`);
      expect(await run("keelbook-mail")).toEqual([]);
    }
    // The schedule also runs for an event of the webhook that no mail follows, such as a confirmation.
    await bench.sql(
      "insert into public.webhook_events (type, subject) values ('waitlist.confirmed', gen_random_uuid())",
    );
    expect(await run("keelbook-mail")).toHaveLength(1);
    for (const change of ["leased_until = now() + interval '1 minute'", "leased_until = null, failed_at = now()"]) {
      await bench.sql(`update public.webhook_events set ${change}`);
      expect(await run("keelbook-mail")).toEqual([]);
    }
  });

  it("removes the records of its own jobs' runs after a week, and no other job's", async () => {
    await schedule();
    await bench.sql(
      "insert into cron.job_run_details select id, now() - make_interval(days => age) from (values (1, 8), (1, 6), (99, 8)) as runs(id, age)",
    );
    await run("keelbook-runs");
    expect(await bench.sql("select jobid::int from cron.job_run_details order by 1")).toEqual([
      { jobid: 1 },
      { jobid: 99 },
    ]);
  });
});

describe("the routes that the schedule calls", () => {
  const drain = vi.fn();
  let app: ReturnType<typeof host>;
  beforeEach(() => {
    drain.mockClear();
    app = host({ drain, prune: vi.fn() });
  });
  const ask = (authorization?: string, path = "drain", method = "POST") =>
    app.request(`${formsBasePath}/mail/${path}`, { method, headers: authorization ? { authorization } : {} });

  it.each([undefined, `Bearer ${secret}x`, secret])("refuse %j", async (authorization) => {
    const answer = await ask(authorization);
    expect([answer.status, await answer.json()]).toEqual([401, expect.objectContaining({ code: "unauthorized" })]);
    expect(drain).not.toHaveBeenCalled();
  });

  it("start a job at most once in ten seconds, and never say to ask again too early", async () => {
    await ask("Bearer wrong");
    const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await ask(`Bearer ${secret}`)).status));
    expect(statuses.sort()).toEqual([202, 429, 429, 429, 429]);
    expect(drain).toHaveBeenCalledOnce();
    expect((await ask(`Bearer ${secret}`, "prune")).status).toBe(202);
    const now = performance.now();
    const clock = vi.spyOn(performance, "now").mockReturnValue(now);
    onTestFinished(() => void vi.restoreAllMocks());
    expect(Number((await ask(`Bearer ${secret}`)).headers.get("retry-after"))).toBeLessThanOrEqual(10);
    await ask(`Bearer ${secret}`);
    clock.mockReturnValue(now + 10_000);
    expect((await ask(`Bearer ${secret}`)).status).toBe(202);
    clock.mockReturnValue(now + 19_600);
    expect((await ask(`Bearer ${secret}`)).headers.get("retry-after")).toBe("1");
  });

  it("refuse GET, and do not exist without a secret or a way to send mail", async () => {
    expect((await ask(`Bearer ${secret}`, "drain", "GET")).status).toBe(405);
    app = host({ prune: vi.fn() });
    expect((await ask(`Bearer ${secret}`)).status).toBe(404);
    app = host(undefined);
    expect((await ask(`Bearer ${secret}`, "prune")).status).toBe(404);
  });
});
