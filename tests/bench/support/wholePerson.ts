import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import * as v from "valibot";
import { withClient } from "../../../server/embedded/database/withClient.ts";
import { serve } from "../../../server/http/serve.ts";
import { startDenoFunction } from "../../support/denoFunction.ts";
import { eventually } from "../../support/eventually.ts";
import { mintCaptchaFor } from "../../support/mintCaptcha.ts";

// This measures what a person costs a hosted project: a challenge of the captcha, a join, two answers, the mail
// and, for 70 % of them, the confirmation. The edge function runs in Deno, and mails to a stand-in for Resend.
// What is counted is time of processors, which does not depend on what else the machine does.

interface Place {
  /** Connection string as the superuser. */
  databaseUrl: string;
  postgrestPid: number;
  /** Environment of the function that says where the project is. */
  env: Record<string, string>;
  siteUrl: string;
  /** Number of calls to PostgREST so far. */
  calls: () => number;
}

const secret = "the-secret-of-a-benchmark-of-people-only";

/** People who come at once. */
const atOnce = 10;

const sentMail = v.object({ to: v.pipe(v.unknown(), v.transform(String)), text: v.string() });
const joined = v.object({ token: v.string() });

/** The numbers in `/proc/<pid>/stat` after the name, which is in brackets. */
const statOf = (pid: number): number[] =>
  (readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1) ?? "").split(" ").map(Number);

/** Processor time of a process and of its children that have ended, in ms. Linux counts it in hundredths of a second. */
const processorTime = (pid: number): number =>
  statOf(pid)
    .slice(11, 15)
    .reduce((sum, ticks) => sum + ticks * 10, 0);

/** Processor time of all processes of the server of a backend process, in ms. */
function serverTime(backend: number): number {
  const server = statOf(backend)[1] ?? 0;
  const children = readFileSync(`/proc/${server}/task/${server}/children`, "utf8").trim().split(" ").map(Number);
  return [server, ...children].reduce((sum, pid) => sum + processorTime(pid), 0);
}

/** Lets `count` people come, and returns rows of what each of them cost. */
export async function measurePeople(place: Place, count: number): Promise<[name: string, value: string][]> {
  const arrivals = new Map<string, (token: string) => void>();
  const provider = await serve(
    async (sent) => {
      const { to, text } = v.parse(sentMail, await sent.json());
      arrivals.get(to)?.(/#confirm=([\w-]+)/u.exec(text)?.[1] ?? "");
      return Response.json({ id: randomUUID() });
    },
    { port: 0, host: "127.0.0.1" },
  );
  const { child, url } = await startDenoFunction(
    ["--preload=tests/edge/platform.ts", "supabase/functions/forms/index.ts"],
    {
      log: () => undefined,
      env: {
        ...process.env,
        ...place.env,
        SITE_URL: place.siteUrl,
        FORMS_SECRET: secret,
        MAIL_SCHEDULE_SECRET: secret,
        RESEND: `http://127.0.0.1:${provider.port}`,
        RESEND_API_KEY: "re_key",
        MAIL_FROM: "Keelbook <hello@keelbook.example>",
        MAIL_IMPRINT: "Keelbook, 1 Harbour Street",
        MAIL_PER_SECOND: "1000",
      },
    },
  );

  const come = async (n: number): Promise<void> => {
    const email = `whole${n}.${process.pid}@mail.example`;
    const headers = {
      origin: place.siteUrl,
      "content-type": "application/json",
      "cf-connecting-ip": `10.1.${n >> 8}.${n & 255}`,
    };
    const post = async (route: string, body: object): Promise<Response> => {
      const answer = await fetch(`${url}/${route}`, { method: "POST", headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`${route}: HTTP ${answer.status} ${await answer.text()}`);
      return answer;
    };
    const mailed = new Promise<string>((resolve) => arrivals.set(email, resolve));
    await (await fetch(`${url}/captcha`, { headers })).arrayBuffer();
    const captcha = await mintCaptchaFor(secret);
    const { token } = v.parse(joined, await (await post("waitlist", { email, captcha, source: "podcast" })).json());
    await post("answers", { token, answers: { time: "taxes" } });
    await post("answers", { token, answers: { invoices: "21+" } });
    const confirm = await mailed;
    if (n % 10 < 7) await (await post("confirm", { token: confirm })).arrayBuffer();
  };

  return await withClient(place.databaseUrl, async (client) => {
    const figures = v.pipe(
      v.array(v.object({ pid: v.number(), wal: v.number(), size: v.number(), mailed: v.number() })),
      v.length(1),
    );
    const read = async () => {
      const { rows } = await client.query(
        `select pg_backend_pid() as pid, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal,
           pg_database_size(current_database())::float8 as size,
           (select count(*)::int from public.email_outbox where sent_at > now() - interval '1 hour') as mailed`,
      );
      const [{ pid, ...now } = { pid: 0, wal: 0, size: 0, mailed: 0 }] = v.parse(figures, rows);
      const times = {
        database: serverTime(pid),
        postgrest: processorTime(place.postgrestPid),
        function: processorTime(child.pid ?? 0),
      };
      return { ...now, ...times, calls: place.calls() };
    };
    try {
      // The mails to the list of this database would cost time, too.
      await client.query("select public.pause_list('operator')");
      // PostgreSQL logs a page whole at its first change after this, as it does every five minutes.
      await client.query("checkpoint");
      await come(count);
      const before = await read();
      // A function works for a minute after an answer. The database's schedule, or the next visitor, wakes it again.
      const headers = { authorization: `Bearer ${secret}` };
      const schedule = setInterval(
        () => void fetch(`${url}/mail/drain`, { method: "POST", headers }).catch(() => undefined),
        5000,
      );
      let left = count;
      const visitors = async () => {
        while (left > 0) await come(--left);
      };
      await Promise.all(Array.from({ length: atOnce }, visitors));
      clearInterval(schedule);
      await eventually("each mail is recorded as sent", async () => (await read()).mailed - before.mailed === count);
      const after = await read();
      await client.query("select public.pause_list()");
      const each = (key: Exclude<keyof typeof after, "mailed">) => (after[key] - before[key]) / count;
      return [
        ["calls of PostgREST", each("calls").toFixed(1)],
        ["database, ms", each("database").toFixed(1)],
        ["PostgREST, ms", each("postgrest").toFixed(1)],
        ["function, ms", each("function").toFixed(1)],
        ["WAL, KB", (each("wal") / 1000).toFixed(1)],
        ["kept, KB", (each("size") / 1000).toFixed(2)],
      ];
    } finally {
      child.kill("SIGKILL");
      await provider.close();
    }
  });
}
