import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, chmod, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { openDatabase } from "../../../server/embedded/backup/openDatabase.ts";
import { createOutbox } from "../../../server/mail/outbox/outbox.ts";
import { createSender } from "../../../server/mail/outbox/sender.ts";
import { createResend } from "../../../server/mail/transports/resend.ts";
import { createPostgresCalls } from "../../../server/store/postgres.ts";
import { type Mishap, startResend } from "../../mail/support/resendServer.ts";
import { siteOfSenders } from "../../mail/support/siteOfSenders.ts";
import { type Figure, figure, note, tally } from "../support/figures.ts";
import { startStackProcess } from "../support/stackProcess.ts";

const program = fileURLToPath(new URL("../../mail/support/sendForever.ts", import.meta.url));
const secret = "secret".repeat(8);

/** Rounds of kills, and the people of each, who make three batches. */
const rounds = 100;
const peopleOfRound = 250;

/** The people of a wave at the pace of a team, and its requests a second. */
const peopleOfWave = 10_000;
const perSecond = 5;

/** Longest time for 100,000 mails, in minutes. */
const longestWave = 20;

/** What goes wrong with one of some requests. */
const mishaps: readonly (Mishap | undefined)[] = [
  "unread",
  "unanswered",
  "unanswered",
  { status: 500, name: "application_error" },
  { status: 429, name: "rate_limit_exceeded", retryAfter: 0 },
  { status: 422, name: "validation_error" },
  ...Array.from({ length: 10 }, () => undefined),
];
const oneOf = <T>(choices: readonly T[]): T | undefined => choices[Math.floor(Math.random() * choices.length)];

/** Mails a list in batches, by senders that are killed, and at the pace of a team. */
export async function batches(): Promise<Figure[]> {
  const parent = await mkdtemp(join(tmpdir(), "keelbook-torture-"));
  await chmod(parent, 0o711);
  const dataFolder = join(parent, "data");
  try {
    await (await startStackProcess(dataFolder)).end("SIGTERM");
    const database = await openDatabase(dataFolder);
    const client = new Client({ connectionString: database.url });
    await client.connect();
    try {
      return [...(await killed(database.url, client)), ...(await wave(database.url, client))];
    } finally {
      await client.end();
      await database.close();
    }
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
}

/** Puts new people on the list, each with a launch mail that is due. */
const launch = (client: Client, name: string, people: number) =>
  client.query(
    `with listed as (
       insert into public.waitlist (email, confirmed_at, invite_code)
         select $1 || n || '@torture.example', now(), public.new_share_code() || public.new_share_code()
           from generate_series(1, $2::int) n returning email)
     insert into public.email_outbox (kind, email, to_list) select 'launch-announcement', email, true from listed`,
    [name, people],
  );

const empty =
  "delete from public.waitlist; delete from public.email_outbox; delete from public.email_batches; delete from public.system_times";

/** A sender in this process. */
const senderOf = (url: string, api: string, pace: number) => {
  const calls = createPostgresCalls(url, { name: "torture", connections: 4, timeout: 30_000 });
  const send = createSender({
    outbox: createOutbox(calls.call),
    transport: createResend("re_key", { api }),
    site: siteOfSenders,
    secret,
    inBatches: true,
    perSecond: pace,
  });
  return { send, stop: calls.close };
};

/** Kills two senders at once at random points, a hundred times over, and then lets a third one finish. */
async function killed(url: string, client: Client): Promise<Figure[]> {
  const seen: string[] = [];
  let [twice, missed, mailedAfterLeaving, held, kills, unsettled] = [0, 0, 0, 0, 0, 0];
  const later = () =>
    client.query(`update public.email_batches set not_before = now(), leased_until = now();
      update public.email_outbox set not_before = now(), leased_until = null where sent_at is null and failed_at is null and batch is null;
      delete from public.system_times where name in ('mail_limited', 'sender_rests')`);
  const count = async (where: string) =>
    Number(
      (await client.query<{ n: string }>(`select count(*) as n from public.email_outbox where ${where}`)).rows[0]?.n,
    );
  const open = "sent_at is null and failed_at is null";
  for (let round = 0; round < rounds; round++) {
    await client.query(empty);
    await launch(client, `r${round}p`, peopleOfRound);
    const server = await startResend({
      perSecond: 10_000,
      takes: () => Math.random() * 30,
      // A part of some batches is refused at first.
      refuses: (to) => round % 4 === 0 && Math.random() < 0.02 && to.startsWith("r"),
      mishap: () => {
        const wrong = oneOf(mishaps);
        seen.push(typeof wrong === "object" ? String(wrong.status) : (wrong ?? "answered"));
        return wrong;
      },
    });
    const got = (to: string) => server.accepted.filter((mail) => mail.to[0] === to).length;
    const children = [1, 2].map(() =>
      spawn(process.execPath, ["--import", "tsx", program, url, server.url, secret], { stdio: "ignore" }),
    );
    const exits = children.map((child) => once(child, "exit"));
    // The kills come at a random moment from the first request on, some of them with two senders at one batch.
    const [first] = [performance.now() + 20_000];
    while (server.counts().requests === 0 && performance.now() < first) await sleep(2);
    await sleep(Math.random() * 60);
    if (round % 2 === 0) await later();
    await sleep(Math.random() * 60);
    for (const child of children) if (child.kill("SIGKILL")) kills++;
    await Promise.all(exits);
    // Somebody leaves in every third round, before anything is repeated.
    const [gone] =
      round % 3 === 0
        ? (
            await client.query<{ email: string }>(
              `select email from public.email_outbox where ${open} order by random() limit 1`,
            )
          ).rows
        : [];
    const before = gone ? got(gone.email) : 0;
    if (gone)
      await client.query(
        round % 2 === 0
          ? "update public.waitlist set unsubscribed_at = now() where email = $1"
          : "select public.erase_person($1)",
        [gone.email],
      );
    const last = senderOf(url, server.url, 10_000);
    for (let n = 0; n < 50 && (await count(open)) > 0; n++) {
      await later();
      await last.send();
    }
    await last.stop();
    unsettled += (await count(open)) + (await count("batch is not null"));
    held += await count("last_error = 'unanswered'");
    if (gone && got(gone.email) !== before) mailedAfterLeaving++;
    const { rows } = await client.query<{ email: string; sent: boolean; held: boolean }>(
      "select email, sent_at is not null as sent, coalesce(last_error = 'unanswered', false) as held from public.email_outbox",
    );
    for (const { email, sent, held: isHeld } of rows) {
      const copies = got(email);
      if (copies > 1) twice++;
      if (email !== gone?.email && !isHeld && (copies === 0 || !sent)) missed++;
    }
    await server.stop();
  }
  return [
    note("rounds, and senders killed in them", `${rounds}, ${kills}`),
    note("requests", tally(seen)),
    figure("mailed twice", twice, twice === 0),
    figure("missed", missed, missed === 0),
    figure("mailed after they left", mailedAfterLeaving, mailedAfterLeaving === 0),
    figure("mails or batches without an end", unsettled, unsettled === 0),
    note("held for the operator, as somebody in their batch left", held),
  ];
}

/** Sends a wave without mishaps at the pace of a team, and reckons how long 100,000 mails take. */
async function wave(url: string, client: Client): Promise<Figure[]> {
  await client.query(empty);
  await launch(client, "wave", peopleOfWave);
  // Whoever knows the list does not wait.
  await client.query("insert into public.system_times (name, at) values ('list_waits', now() - interval '10 minutes')");
  await client.query("analyze");
  const server = await startResend({ perSecond, takes: () => 100 });
  const { send, stop } = senderOf(url, server.url, perSecond);
  const [begun, cpu] = [performance.now(), process.cpuUsage()];
  let sent = 0;
  while (sent < peopleOfWave && performance.now() - begun < longestWave * 60_000) sent += (await send()).sent;
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  await stop();
  await server.stop();
  const minutes = (seconds / sent) * (100_000 / 60);
  const people = new Set(server.accepted.map(({ to }) => to[0])).size;
  return [
    figure(
      "mails of a wave, and the people who got one",
      `${sent}, ${people}`,
      sent === peopleOfWave && people === sent,
    ),
    note("requests, and how many were too many", `${server.counts().requests}, ${server.counts().limited}`),
    note("processor time of a batch, with the stand-in's, ms", ((user + system) / 10 / sent).toFixed(1)),
    figure("minutes for 100,000 mails at 5 requests a second", minutes.toFixed(1), minutes < longestWave),
  ];
}
