import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { table } from "../../scripts/cli/terminal/table.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { serve } from "../../server/http/serve.ts";
import { createOperatorMails } from "../../server/mail/outbox/operatorMails.ts";
import { createOutbox } from "../../server/mail/outbox/outbox.ts";
import { createSupabaseCalls } from "../../server/store/supabase.ts";
import { createServiceClient } from "../../server/supabase/client.ts";
import { nodeHost } from "../../server/supabase/nodeHost.ts";
import { cli, hosted, scratchFolder } from "../cli/terminal.ts";
import { roleUrl, templateDatabase } from "../hosted/support/database.ts";
import { restGateway } from "../hosted/support/gateway.ts";
import { startHostedCluster } from "../hosted/support/hostedCluster.ts";
import { jsonWebKeySet } from "../hosted/support/keys.ts";
import { findPostgrest, startPostgrest } from "../hosted/support/postgrest.ts";
import { testKeys } from "../support/postgres.setup.ts";
import { sendBesideDump, sendHundred } from "./support/sendBesideDump.ts";
import { median } from "./support/statistics.ts";
import { measurePeople } from "./support/wholePerson.ts";

// This measures each call that the operator's commands and the desk make to a hosted project of a million
// people, on genuine PostgREST with a hosted project's roles, pages of 1,000 rows and statement timeout of 8 s,
// also while a wave of the launch is sent, and what a person who joins costs.
// It takes some six minutes, two of them to make the people.

/** Longest time of a call, in ms: a quarter of the time that a hosted project gives a statement. */
const longestCall = 2000;

/** Mails of the launch's wave, and how many of them are sent a second: within 20 minutes. */
const launch = { mails: 100_000, perSecond: 100 };

/** People who join, to measure what each costs. */
const joining = 300;

interface Call {
  name: string;
  ms: number;
  status: number;
}

const binary = findPostgrest();
if (binary === undefined) throw new Error("There is no PostgREST for this platform.");
const say = (line: string) => process.stdout.write(`${line}\n`);
const cluster = await startHostedCluster({ durable: true });
const { folder, remove } = await scratchFolder();
const databaseUrl = roleUrl(cluster.url, "supabase_admin", templateDatabase);
const started = performance.now();
await withClient(databaseUrl, async (client) => {
  await client.query(await readFile(new URL("support/million.sql", import.meta.url), "utf8"));
  // A hosted project's autovacuum does this, too.
  await client.query("vacuum analyze");
});
say(`A million people, made in ${Math.round((performance.now() - started) / 1000)} s.`);
const postgrest = await startPostgrest({
  binary,
  databaseUrl: roleUrl(cluster.url, "authenticator", templateDatabase),
  keys: jsonWebKeySet,
});

let calls: Call[] = [];
const rest = restGateway(postgrest.url);
const server = await serve(
  async (request, clientAddress) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith("/rest/v1/")) return new Response(null, { status: 404 });
    const asked = performance.now();
    const { status, headers, body } = await rest(request, clientAddress);
    const whole = body ? await new Response(body).arrayBuffer() : null;
    calls.push({ name: `${request.method} ${pathname.slice(9)}`, ms: performance.now() - asked, status });
    return new Response(whole, { status, headers });
  },
  { port: 0, host: "127.0.0.1" },
);
const env = {
  ...hosted({ origin: `http://127.0.0.1:${server.port}`, secretKey: testKeys.secretKey }),
  SITE_URL: "https://site.example",
};

const rows: string[][] = [];

/** Does some work, and lists its calls by name with their times. */
async function measure(action: string, work: () => Promise<unknown>): Promise<void> {
  calls = [];
  await work();
  if (calls.length === 0) throw new Error(`${action} made no call.`);
  for (const name of new Set(calls.map((call) => call.name))) {
    const same = calls.filter((call) => call.name === name);
    const times = same.map(({ ms }) => ms);
    const most = Math.max(...times);
    const refused = same.find(({ status }) => status >= 400);
    const isMissed = most > longestCall || refused !== undefined;
    if (isMissed) process.exitCode = 1;
    const figures = [String(same.length), median(times).toFixed(0), most.toFixed(0)];
    rows.push([isMissed ? "FAIL" : "", action, name, ...figures, refused ? `HTTP ${refused.status}` : ""]);
  }
  say(`${action}: ${calls.length}`);
}

const command = (line: string, input = "") =>
  measure(line, () =>
    cli([...line.split(" "), "--retries", "0"], { env, folder, input, interactive: true, answers: [] }),
  );

async function desk(): Promise<void> {
  const controller = new AbortController();
  const input = new PassThrough();
  const shown = new PassThrough();
  const done = cli(["desk", "--retries", "0"], {
    env,
    folder,
    input,
    signal: controller.signal,
    heard: (text) => shown.write(text),
  });
  const [link] = await once(shown, "data");
  const answer = await fetch(String(link).trim(), { redirect: "manual" });
  const [cookie = ""] = answer.headers.getSetCookie();
  const place = new URL(answer.headers.get("location") ?? "", String(link).trim());
  const ask = async (path: string, body?: object) => {
    const headers = { cookie: cookie.split(";")[0] ?? "", origin: place.origin };
    const asked = await fetch(new URL(`api/${path}`, place), {
      headers,
      ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
    });
    const text = await asked.text();
    if (!asked.ok) say(`${path}: HTTP ${asked.status} ${text}`);
    return JSON.parse(text);
  };
  await measure("desk, overview", () => ask("overview"));
  for (const order of ["newest", "oldest", "email", "friends"])
    for (const filter of [
      {},
      { status: "confirmed" },
      { source: "podcast" },
      { search: "person99999" },
      { answer: "time:taxes" },
      { referral: "referrer" },
      { tag: "rare" },
      { notTag: "vip" },
      { product: "not-came" },
      { delivery: "bounced" },
    ]) {
      const request = { ...filter, order };
      const about = `desk, people ${JSON.stringify(request)}`;
      await measure(about, async () => {
        const { next } = await ask("people", request);
        if (next) await ask("people", { ...request, after: next });
      });
    }
  await measure("desk, person", async () => ask(`people/${(await ask("people", { order: "oldest" })).people[0].id}`));
  await measure("desk, mails", () => ask("mails"));
  await measure("desk, trouble with mails", () => ask("mails/trouble"));
  await measure("desk, groups of people", () => ask("groups"));
  await measure("desk, applications", () => ask("applications", { status: "accepted" }));
  await measure("desk, wave", () => ask("wave", { what: "launch", most: 500, order: "friends" }));
  controller.abort();
  await done;
}

const client = createServiceClient(env.SUPABASE_URL, testKeys.secretKey, nodeHost);

/** Asks for the places of some people: of the first, the last, and those with and without friends. */
const places = async () => {
  const call = createSupabaseCalls(client);
  for (const n of [1, 20_000, 500_000, 999_991]) {
    const hash = String(n).padStart(64, "0");
    const tokens = JSON.stringify([{ hash, purpose: "place", email: `person${n}@mail${n % 50}.example` }]);
    await call("register_email_tokens", { tokens });
    for (let time = 0; time < 10; time++) await call("show_place", { token_hash: hash, shown_from: 100 });
  }
};

/** Does some work while the wave is sent, and adds the times of its claims to the list. */
async function underWay(work: () => Promise<void>): Promise<void> {
  // The sender's calls are not counted among those of the work.
  const direct = { ...nodeHost, fetch: async (...of: Parameters<typeof fetch>) => rest(new Request(...of), undefined) };
  const sender = createServiceClient(env.SUPABASE_URL, testKeys.secretKey, direct);
  const outbox = createOutbox(createSupabaseCalls(sender));
  const times = await sendBesideDump({ outbox, databaseUrl, perSecond: launch.perSecond }, work);
  const most = Math.max(...times);
  if (most > longestCall) process.exitCode = 1;
  const figures = [String(times.length), median(times).toFixed(0), most.toFixed(0), ""];
  rows.push([most > longestCall ? "FAIL" : "", "the wave's claims", "POST rpc/claim_emails", ...figures]);
}

try {
  const people = await measurePeople(
    { databaseUrl, postgrestPid: postgrest.pid, env, siteUrl: env.SITE_URL, calls: () => calls.length },
    joining,
  );
  say(table([["a whole person", "each"], ...people]));
  await command("stats --json");
  await command(`stats --json --since ${new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10)}`);
  for (const part of ["--tag vip", "--not-tag vip", "--friends", "--answer time=taxes", "--not-came", "--bounced"])
    await command(`stats --json ${part}`);
  await command("check backend --json");
  await command("mail status");
  await desk();
  await measure("POST /place", places);
  await command("notify launch --dry-run");
  await command("notify launch --order friends --dry-run");
  await command("notify launch --tag rare --dry-run");
  await command("notify launch --not-invited --not-tag vip --dry-run");
  await command("notify confirm --wave 2000 --dry-run");
  await command(`notify launch --wave ${launch.mails} --yes`);
  await command("notify launch --order friends --wave 10000 --yes");
  await writeFile(join(folder, "may.md"), "# May\n\nNews.\n");
  await command("notify update may.md --name may --wave 10000 --yes");
  const tellOperator = createOperatorMails({
    email: "operator@keelbook.example",
    call: createSupabaseCalls(client),
    clock: () => new Date(new Date().setHours(8)),
  });
  await underWay(async () => {
    await command("mail status");
    await command("stats --json");
    await command("notify update may.md --name june --dry-run");
    await command("notify launch --order friends --wave 2000 --yes");
    await measure("digest of a morning", tellOperator);
    await measure("POST /place, under way", places);
  });
  await command("notify --cancel may --yes");
  const outbox = createOutbox(createSupabaseCalls(client));
  await measure("mail send, its claims", async () => {
    for (let round = 0; round < 20; round++) await sendHundred(outbox);
  });
  const last = "person999999@mail49.example";
  await command(`show ${last}`);
  await command(`unsubscribe ${last}`);
  await command("beta list");
  await command(
    "import waitlist -",
    ["email", ...Array.from({ length: 5000 }, (_, n) => `new${n}@mail.example`)].join("\n"),
  );
  await command("export waitlist --mailable --confirmed --out mailable.csv");
  await command("export waitlist --tag rare --out rare.csv");
  await command("export waitlist --not-came --out not-came.csv");
  await command("export beta --out beta.csv");
  await command("mail failed --out failed.csv");
  await command("mail retry");
  await command(`erase ${last} --yes`);
  await command("prune");
} finally {
  process.stdout.write(table([["", "action", "call", "calls", "median, ms", "longest, ms", ""], ...rows]));
  await server.close();
  await postgrest.stop();
  await cluster.stop();
  await remove();
}
