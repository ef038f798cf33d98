import { readFile } from "node:fs/promises";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createForms } from "../../server/app.ts";
import { formsBasePath } from "../../server/contract/outcomes.ts";
import { readMigrations } from "../../server/embedded/database/migrate.ts";
import type { MailSchedule } from "../../server/mail/routes/schedule.ts";
import { captchaSecret, siteOrigin } from "../support/backend.ts";
import { type OutboxBench, startOutboxBench } from "./support/outboxBench.ts";

const secret = "what-the-clock-knows-of-32-letters";
const project = "https://abc.supabase.co";

let bench: OutboxBench;
let migration: string;
let clockOfHosted: string;
beforeAll(async () => {
  bench = await startOutboxBench();
  clockOfHosted = await readFile(new URL("support/clockOfHosted.sql", import.meta.url), "utf8");
  migration = (await readMigrations()).find(({ name }) => name === "mail_schedule")?.sql ?? "";
  return () => bench.stop();
});

/** The function as it is deployed, called by the schedule. */
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
  /** Makes a hosted project's extensions, changes them, and applies the migration. */
  const schedule = async (change = "") => {
    await bench.sql(`${clockOfHosted}; ${change}`);
    await bench.sql(migration);
  };
  const store = (name: string, value: string) => bench.sql("select vault.create_secret($1, $2)", [value, name]);
  const storeSecrets = async () => {
    await store("keelbook_project_url", project);
    await store("keelbook_mail_secret", secret);
  };
  const jobs = () => bench.sql<{ jobname: string; schedule: string; command: string }>("select * from cron.job");
  const run = async (name: string): Promise<Request[]> => {
    await bench.sql("truncate net.http_request_queue");
    await bench.sql((await jobs()).find(({ jobname }) => jobname === name)?.command ?? "");
    return bench.sql<Request>("select url, headers from net.http_request_queue");
  };

  it("does nothing where pg_cron is missing", async () => {
    await bench.sql(migration);
    expect(await bench.sql("select from pg_namespace where nspname in ('cron', 'net', 'vault')")).toEqual([]);
  });

  it("schedules each job once, however often it runs", async () => {
    await schedule();
    await bench.sql(migration);
    expect((await jobs()).map(({ jobname, schedule: when }) => [jobname, when])).toEqual([
      ["keelbook-mail", "* * * * *"],
      ["keelbook-prune", "17 3 * * *"],
      ["keelbook-runs", "27 3 * * *"],
    ]);
  });

  it("calls nothing before Vault has both secrets", async () => {
    await schedule();
    await bench.fill(1);
    expect([await run("keelbook-mail"), await run("keelbook-prune")]).toEqual([[], []]);
    await store("keelbook_project_url", project);
    expect(await run("keelbook-mail")).toEqual([]);
    await store("keelbook_mail_secret", secret);
    expect(await run("keelbook-mail")).toHaveLength(1);
  });

  it("calls the function's routes: to send while something is due, and to erase", async () => {
    await schedule();
    await storeSecrets();
    await bench.fill(1);
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

  it("is applied, and schedules nothing, where pg_cron refuses", async () => {
    await schedule(
      "create or replace function cron.schedule(job_name text, schedule text, command text) returns bigint language plpgsql as $$ begin raise exception 'no'; end $$",
    );
    expect(await jobs()).toEqual([]);
  });
});

describe("the routes that the schedule calls", () => {
  let drain: () => void;
  let app: ReturnType<typeof host>;
  beforeEach(() => {
    drain = vi.fn();
    app = host({ drain, prune: vi.fn() });
  });
  const ask = (authorization?: string, path = "drain", method = "POST") =>
    app.request(`${formsBasePath}/mail/${path}`, { method, headers: authorization ? { authorization } : {} });

  it.each([
    ["no authorization", undefined],
    ["an empty one", ""],
    ["no token", "Bearer "],
    ["another token", "Bearer x"],
    ["a longer token", `Bearer ${secret}x`],
    ["another scheme", `Basic ${secret}`],
    ["no scheme", secret],
  ])("refuse %s", async (_, authorization) => {
    const answer = await ask(authorization);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: "unauthorized" });
    expect(drain).not.toHaveBeenCalled();
  });

  it("start a job ten seconds later even if the clock was set back", async () => {
    expect((await ask(`Bearer ${secret}`)).status).toBe(202);
    const now = Date.now();
    const clock = vi.spyOn(Date, "now").mockReturnValue(now - 3_600_000);
    const answer = await ask(`Bearer ${secret}`);
    clock.mockRestore();
    expect(answer.headers.get("retry-after")).toMatch(/^(?:10|9)$/u);
  });

  it("start a job at most once in ten seconds, also after a failure", async () => {
    await ask("Bearer wrong");
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await ask(`Bearer ${secret}`)).status));
    expect(statuses.filter((status) => status === 202)).toHaveLength(1);
    expect(statuses.filter((status) => status === 429)).toHaveLength(19);
    expect(drain).toHaveBeenCalledOnce();
    expect((await ask(`Bearer ${secret}`)).headers.get("retry-after")).toMatch(/^(?:10|9)$/u);
    expect((await ask(`Bearer ${secret}`, "prune")).status).toBe(202);
  });

  it("never say to ask again before the ten seconds are over", async () => {
    await ask(`Bearer ${secret}`);
    const now = performance.now();
    const clock = vi.spyOn(performance, "now").mockReturnValue(now + 9_600);
    const answer = await ask(`Bearer ${secret}`);
    clock.mockRestore();
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "1"]);
  });

  it("refuse GET, and do not exist without a secret or a way to send mail", async () => {
    expect((await ask(`Bearer ${secret}`, "drain", "GET")).status).toBe(405);
    app = host({ prune: vi.fn() });
    expect((await ask(`Bearer ${secret}`)).status).toBe(404);
    app = host(undefined);
    expect((await ask(`Bearer ${secret}`, "prune")).status).toBe(404);
  });
});
