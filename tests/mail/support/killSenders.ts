import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { startSmtpServer } from "./smtpServer.ts";

const program = fileURLToPath(new URL("sendForever.ts", import.meta.url));

/** Counts of mails whose senders were killed. */
interface Killed {
  kills: number;
  /** Number of recipients who got no mail. */
  missed: number;
  /** Number of mails that arrived more than once, and how many of these had another Message-ID than the first copy. */
  doubles: number;
  strangers: number;
  /** Number of outbox rows that are not marked as sent. */
  unsent: number;
}

const killedDomain = "@killed.example";

/** Longest time for sending them, in ms. */
const longest = 100_000;

/**
 * Sends mails over a real SMTP server by senders that are killed at random points while mails go out.
 * @param databaseUrl connection string of the database, as superuser
 */
export async function killSenders(databaseUrl: string, mails: number, kills: number): Promise<Killed> {
  const server = await startSmtpServer();
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const until = performance.now() + longest;
  const count = async (where: string): Promise<number> =>
    Number(
      (await client.query<{ n: string }>(`select count(*) as n from public.email_outbox where ${where}`)).rows[0]?.n,
    );
  try {
    await client.query(
      "insert into public.waitlist (email) select 'killed' || n || $2 from generate_series(1, $1::int) n",
      [mails, killedDomain],
    );
    await client.query(
      `insert into public.email_outbox (kind, email)
       select 'waitlist-confirmation', 'killed' || n || $2 from generate_series(1, $1::int) n`,
      [mails, killedDomain],
    );
    let killed = 0;
    const sent = () => server.arrived.length;
    while (performance.now() < until && (await count("sent_at is null")) > 0) {
      const child = spawn(
        process.execPath,
        ["--import", "tsx", program, databaseUrl, server.url.href, "secret".repeat(8)],
        {
          stdio: "ignore",
        },
      );
      const exited = once(child, "exit");
      // The sender is killed at a random point while mails go out; the last one may finish.
      const target = sent() + 1 + Math.floor((Math.random() * 0.8 * mails) / kills);
      const enough = () => (killed < kills ? sent() >= target : false);
      // The database is asked rarely, because that takes as much time as a mail.
      for (let polls = 1; performance.now() < until && !enough(); polls++) {
        if (polls % 50 === 0 && (await count("sent_at is null")) === 0) break;
        await sleep(2);
      }
      await sleep(Math.random() * 10);
      if ((await count("sent_at is null")) > 0) killed++;
      child.kill("SIGKILL");
      await exited;
      // Wait until its lease has expired.
      await client.query("update public.email_outbox set leased_until = now() where sent_at is null");
    }
    const first = new Map<string, string | undefined>();
    let [doubles, strangers] = [0, 0];
    for (const { to, mail } of server.arrived) {
      const address = to[0] ?? "";
      if (!address.endsWith(killedDomain)) continue;
      if (!first.has(address)) first.set(address, mail.messageId);
      else {
        doubles++;
        if (first.get(address) !== mail.messageId) strangers++;
      }
    }
    return { kills: killed, missed: mails - first.size, doubles, strangers, unsent: await count("sent_at is null") };
  } finally {
    await client.end();
    await server.stop();
  }
}
