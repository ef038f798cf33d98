import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { start } from "../../cli/processes.ts";

/** What is announced, and how often its command is killed. */
export interface KillNotifyOptions {
  /** Connection string of the database, as superuser. */
  databaseUrl: string;
  /** Points the command line at the backend. */
  env: Record<string, string>;
  folder: string;
  people: number;
  kills: number;
  /** Longest it may take in all, in ms. */
  longest: number;
}

/** The result of an announcement whose command was killed. */
export interface KilledNotify {
  kills: number;
  /** Number of people without a mail in the outbox, and of further mails to people who already had one. */
  missed: number;
  doubles: number;
  /** How often, after a kill, the people marked as told were not exactly those with a mail. */
  halves: number;
}

/** Announces the launch by commands that run two at a time and are killed at random points. */
export async function killNotify(options: KillNotifyOptions): Promise<KilledNotify> {
  const { databaseUrl, env, folder, people, kills, longest } = options;
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const until = performance.now() + longest;
  const number = async (text: string): Promise<number> =>
    Number((await client.query<{ n: string }>(`select (${text}) as n`)).rows[0]?.n);
  const queued = () => number("select count(*) from public.email_outbox where kind = 'launch-announcement'");
  try {
    await client.query(
      "insert into public.waitlist (email, confirmed_at) select 'told' || n || '@torture.example', now() from generate_series(1, $1::int) n",
      [people],
    );
    let [killed, halves] = [0, 0];
    while (killed < kills && performance.now() < until && (await queued()) < people) {
      const target = (await queued()) + 1 + (Math.random() * people) / kills;
      const runs = [1, 2].map(() => start(["notify", "launch", "--yes"], env, folder));
      const running = () => runs.some(({ child }) => child.exitCode === null);
      while (running() && performance.now() < until && (await queued()) < target) await sleep(2);
      await sleep(Math.random() * 50);
      for (const { child } of runs) if (child.kill("SIGKILL")) killed++;
      await Promise.all(runs.map(({ done }) => done));
      halves += await number(
        "select count(*) from public.waitlist w full join (select * from public.email_outbox where kind = 'launch-announcement') o on o.email = w.email where w.notified is distinct from (o.id is not null)",
      );
    }
    await start(["notify", "launch", "--yes"], env, folder).done;
    const reached = await number(
      "select count(distinct email) from public.email_outbox where kind = 'launch-announcement'",
    );
    return { kills: killed, missed: people - reached, doubles: (await queued()) - reached, halves };
  } finally {
    await client.end();
  }
}
