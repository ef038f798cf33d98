import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { formsBasePath } from "../../server/contract/routes.ts";
import { type Stack, startStack } from "../../server/embedded/stack/stack.ts";
import { drain } from "../../server/mail/outbox/drain.ts";
import { createPostgresOutbox } from "../../server/mail/outbox/postgres.ts";
import { type MailSite, prepareMail } from "../../server/mail/outbox/prepare.ts";
import { createSmtp } from "../../server/mail/transports/smtp.ts";
import { mintCaptchaFor } from "../support/mintCaptcha.ts";
import { noise } from "./support/goals.ts";
import { median, repeat, timed } from "./support/statistics.ts";

// Mails a second through the outbox compared with the transport alone, and what the outbox adds to a join. Takes about two minutes.

const say = (line: string) => process.stdout.write(`  ${line}\n`);
const mails = 1000;
const rounds = 5;

/** Joins of one turn, on each stack. The first turn is not counted: connections make plans, and keep them after five calls. */
const joins = 100;
/** Rounds of joins with and without the outbox row, in alternation, so that a busy moment of the machine affects both. */
const turns = 21;

const parent = await mkdtemp(join(tmpdir(), "keelbook-bench-mail-"));
await chmod(parent, 0o711);
const server = fork(fileURLToPath(new URL("support/smtpServer.ts", import.meta.url)), [], {
  execArgv: ["--import", "tsx"],
});
const [address] = await once(server, "message");
const start = (name: string) =>
  startStack({
    dataFolder: join(parent, name),
    port: 0,
    proxies: 1,
    rateLimit: { burst: 100_000, secondsPerRequest: 1 },
  });
const stack = await start("data");
/** A separate stack on which a join adds no mail, because replacing a function would make every connection plan again. */
const bareStack = await start("bare");
const client = new Client({ connectionString: stack.databaseUrl });
await client.connect();
const transport = createSmtp(new URL(String(address)));
const outbox = createPostgresOutbox(stack.databaseUrl);
const site: MailSite = {
  from: { name: "Keelbook", address: "hello@keelbook.example" },
  siteUrl: "https://site.example",
  formsUrl: `https://site.example${formsBasePath}`,
  unconfirmedDays: 30,
  signInToken: async () => ({ token: "t".repeat(40), tokenType: "magiclink" }),
};

async function alone(): Promise<void> {
  const tokens = { confirm: "c".repeat(64), unsubscribe: "u".repeat(64) };
  const claimed = { kind: "waitlist-confirmation", parameters: {}, created_at: new Date() };
  let n = 0;
  const lane = async () => {
    while (n < mails)
      await transport.send(
        await prepareMail({ ...claimed, id: randomUUID(), email: `p${n++}@bench.example` }, tokens, site),
      );
  };
  await Promise.all(Array.from({ length: transport.concurrency }, lane));
}

async function throughOutbox(): Promise<number> {
  await client.query("truncate public.waitlist, public.email_outbox cascade");
  await client.query(
    "insert into public.waitlist (email) select 'p' || n || '@bench.example' from generate_series(1, $1::int) n",
    [mails],
  );
  await client.query(
    "insert into public.email_outbox (kind, email) select 'waitlist-confirmation', 'p' || n || '@bench.example' from generate_series(1, $1::int) n",
    [mails],
  );
  return timed(() => drain({ outbox, transport, site, secret: stack.keys.secretKey, perSecond: Infinity }));
}

/** Prints the ratios of the rounds beside their goal, which counts as missed only by more than the noise. */
function judge(name: string, ratios: readonly number[], goal: string, met: boolean): void {
  say(`${name}: ${median(ratios).toFixed(2)} ± ${noise(ratios).toFixed(2)} (goal: ${goal}) ${met ? "ok" : "OFF"}`);
  if (!met) process.exitCode = 1;
}

async function withoutRow(): Promise<void> {
  const bare = new Client({ connectionString: bareStack.databaseUrl });
  await bare.connect();
  await bare.query(
    "create or replace function public.enqueue_asked_email(asked_kind text, person text, application uuid default null) returns boolean language sql set search_path = '' as 'select false'",
  );
  await bare.end();
}

/** How long a join took, in ms. */
async function timeOfJoin({ url, keys }: Stack): Promise<number> {
  const captcha = await mintCaptchaFor(keys.captchaSecret);
  return timed(async () => {
    const answer = await fetch(`${url}${formsBasePath}/waitlist`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: `j${randomUUID()}@bench.example`, captcha }),
    });
    if (answer.status !== 201) throw new Error(`A join was answered ${answer.status}.`);
    await answer.arrayBuffer();
  });
}

/** Median time of many joins with and without the outbox row, in ms. */
async function turnOfJoins(): Promise<{ full: number; bare: number }> {
  const times: { full: number[]; bare: number[] } = { full: [], bare: [] };
  for (let n = 0; n < joins; n++) {
    // The order alternates.
    const order = n % 2 === 0 ? (["full", "bare"] as const) : (["bare", "full"] as const);
    for (const which of order) times[which].push(await timeOfJoin(which === "full" ? stack : bareStack));
  }
  return { full: median(times.full), bare: median(times.bare) };
}

try {
  await alone();
  await throughOutbox();
  const pairs = await repeat(rounds, async () => ({ alone: await timed(alone), outbox: await throughOutbox() }));
  const perSecond = (ms: number) => Math.round((1000 * mails) / ms);
  const shares = pairs.map((pair) => pair.alone / pair.outbox);
  say(
    `mails a second: ${perSecond(median(pairs.map((pair) => pair.outbox)))} through the outbox, ${perSecond(median(pairs.map((pair) => pair.alone)))} by the transport alone`,
  );
  judge("share", shares, "at least 0.70", median(shares) + noise(shares) >= 0.7);
  await withoutRow();
  await turnOfJoins();
  const pairsOfTurns = await repeat(turns, turnOfJoins);
  const middle = (read: (pair: { full: number; bare: number }) => number) => median(pairsOfTurns.map(read)).toFixed(2);
  say(`a join: ${middle(({ full }) => full)} ms with its outbox row, ${middle(({ bare }) => bare)} ms without`);
  const costs = pairsOfTurns.map(({ full, bare }) => full / bare);
  judge("cost", costs, "at most 1.10", median(costs) - noise(costs) <= 1.1);
} finally {
  await client.end();
  await outbox.close();
  await transport.close();
  await stack.stop();
  await bareStack.stop();
  server.kill();
  await rm(parent, { recursive: true, force: true });
}
