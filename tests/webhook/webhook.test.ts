import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import * as v from "valibot";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { createSupabaseCalls } from "../../server/store/supabase.ts";
import { createWebhookRound } from "../../server/webhook/deliver.ts";
import { createWebhookQueue } from "../../server/webhook/queue.ts";
import { cli, hosted } from "../cli/terminal.ts";
import { listen } from "../support/listen.ts";
import { startBackend, webhookSecret as secret } from "../support/backend.ts";

const eventForm = v.object({
  type: v.string(),
  timestamp: v.pipe(v.string(), v.isoTimestamp()),
  data: v.looseObject({ email: v.optional(v.string()), status: v.optional(v.string()) }),
});

let backend: Awaited<ReturnType<typeof startBackend>>;
let url: URL;
/** The events that the receiver got, with their ids. It verified each signature. */
let received: { id: string; event: v.InferOutput<typeof eventForm> }[] = [];
/** The receiver's answer, from then on. */
let answer: () => number | Promise<number> = () => 204;

beforeAll(async () => {
  backend = await startBackend();
  const receiver = createServer((request, response) => {
    void (async () => {
      const body = await text(request);
      const id = String(request.headers["webhook-id"]);
      const headers = Object.fromEntries(
        ["id", "timestamp", "signature"].map((name) => [`webhook-${name}`, String(request.headers[`webhook-${name}`])]),
      );
      received.push({ id, event: v.parse(eventForm, new Webhook(secret).verify(body, headers)) });
      response.writeHead(await answer()).end();
    })().catch(() => response.writeHead(401).end());
  });
  url = new URL(`http://127.0.0.1:${await listen(receiver)}/events`);
  return async () => {
    receiver.close().closeAllConnections();
    await backend.stop();
  };
});

const sql = <Row extends object>(query: string) =>
  withClient(backend.databaseUrl, async (client) => (await client.query<Row>(query)).rows);
const log: string[] = [];
const round = async () => {
  const queue = createWebhookQueue(createSupabaseCalls(backend.supabase));
  await createWebhookRound(queue, { url, secret }, (line) => log.push(line))(new AbortController().signal);
};
const bucket = `'waitlist:${"0".repeat(64)}', 100, 1`;
const join = (email: string) => sql(`select join_waitlist('{"email": "${email}"}', ${bucket})`);
const apply = (application: object) => sql(`select apply_for_beta('${JSON.stringify(application)}', ${bucket})`);
const dueAgain = () => sql("update webhook_events set not_before = now(), leased_until = null");

beforeEach(async () => {
  await sql("truncate waitlist, beta_applications, webhook_events, system_times cascade");
  [received, answer] = [[], () => 204];
  log.length = 0;
});

it("tells who joins, confirms, leaves, joins again, is invited, applies and is answered, but nothing before it listens or that did not come by a form", async () => {
  await join("before@example.com");
  await round();
  await sql(`select import_waitlist('[{"email": "imported@example.com"}]');
    insert into waitlist (email) values ('by.hand@example.com');
    insert into beta_applications (name, email, role, reason) values ('Cy', 'by.hand@example.com', 'other', 'x')`);
  await join("ada@example.com");
  const changes = ["confirmed_at = now()", "unsubscribed_at = now()", "unsubscribed_at = null", "notified = true"];
  for (const change of [...changes, "invited_at = now()"])
    await sql(`update waitlist set ${change} where email = 'ada@example.com'`);
  await sql(
    "update waitlist set redeemed_at = now(), invite_code = '0123456789ABCDEF' where email = 'ada@example.com'",
  );
  const application = "00000000-0000-4000-8000-000000000001";
  await apply({ id: application, name: "Bo", email: "bo@example.com", role: "other", reason: "Why" });
  await sql(`update beta_applications set status = 'accepted' where id = '${application}'`);
  await round();
  const types = ["joined", "confirmed", "unsubscribed", "joined", "invited"].map((type) => `waitlist.${type}`);
  expect(received.map(({ event }) => event.type).toSorted()).toEqual(
    [...types, "beta.submitted", "beta.decided"].toSorted(),
  );
  expect(new Set(received.map(({ id }) => id)).size).toBe(7);
  const decided = received.find(({ event }) => event.type === "beta.decided");
  const [bo] = await sql<object>(`select to_jsonb(a) as row from beta_applications a where id = '${application}'`);
  expect({ row: decided?.event.data }).toEqual(bo);
  const joined = received.find(({ event }) => event.data.email === "ada@example.com");
  const ofPeople =
    "confirmed_at created_at email id invite_code invited_at name redeemed_at source unsubscribed_at".split(" ");
  expect(Object.keys(joined?.event.data ?? {}).toSorted()).toEqual(ofPeople);
  expect(received.filter(({ event }) => event.data.email === "ada@example.com")).toHaveLength(5);
  await round();
  expect(received).toHaveLength(7);
});

it("tries what was refused again under its id, for three days; then it is listed, and can be retried", async () => {
  await round();
  await join("ada@example.com");
  answer = () => 500;
  await round();
  await round();
  expect(received).toHaveLength(1);
  expect(log).toEqual(["Events wait for the webhook's receiver: http_500. They are tried again for three days."]);
  await sql("update webhook_events set failing_since = now() - interval '73 hours'");
  await dueAgain();
  await round();
  const env = { ...hosted(backend), WEBHOOK_URL: url.href, WEBHOOK_SECRET: secret };
  expect(await cli(["webhook", "failed"], { env })).toMatchObject({
    code: 0,
    out: expect.stringMatching(/waitlist\.joined +2 +http_500\n+$/u),
  });
  expect((await cli(["check", "backend"], { env })).out).toMatch(/webhook .*receiver did not take 1 event\./u);
  answer = () => 204;
  expect((await cli(["webhook", "failed", "--retry"], { env })).err).toContain("1 event is due again.");
  await round();
  expect(received).toHaveLength(3);
  expect(new Set(received.map(({ id }) => id)).size).toBe(1);
  expect((await cli(["webhook", "failed"], { env })).err).toContain("No event failed.");
});

it("says nothing of somebody who was erased before their event was sent", async () => {
  await round();
  await join("ada@example.com");
  await sql("select erase_person('ada@example.com')");
  await round();
  expect(received).toEqual([]);
  expect(await sql("select from webhook_events")).toEqual([]);
});

it("repeats an event under its id where a crash came before it was marked as delivered", async () => {
  await round();
  await join("ada@example.com");
  const queue = createWebhookQueue(createSupabaseCalls(backend.supabase));
  const ending = { ...queue, settle: () => Promise.reject(new Error("ended")) };
  const { signal } = new AbortController();
  await createWebhookRound(ending, { url, secret }, () => undefined)(signal);
  await round();
  expect(received).toHaveLength(1);
  await dueAgain();
  await round();
  await round();
  expect(received).toHaveLength(2);
  expect(received[1]?.id).toBe(received[0]?.id);
});

it("asks for events beside other senders, none of which waits for another", async () => {
  await round();
  await withClient(backend.databaseUrl, async (client) => {
    await client.query("begin; select claim_webhook_event(60)");
    // This call fails if it has to wait.
    const look = "do $$ begin set local lock_timeout = '100ms'; perform claim_webhook_event(60); end $$";
    expect(await sql(look)).toEqual([]);
    await client.query("rollback");
  });
});

it("is tried by a command, which says what the receiver answers", async () => {
  const test = (env: Record<string, string>) => cli(["webhook", "test"], { env: { ...hosted(backend), ...env } });
  const set = { WEBHOOK_URL: url.href, WEBHOOK_SECRET: secret };
  expect(await test(set)).toMatchObject({ code: 0, err: expect.stringContaining(`${url.host} took the test.`) });
  expect(received).toMatchObject([{ event: { type: "test", data: {} } }]);
  answer = () => 404;
  expect(await test(set)).toMatchObject({ code: 1, err: expect.stringContaining("did not take the test: http_404") });
  expect(await test({})).toMatchObject({ code: 3, err: expect.stringContaining("WEBHOOK_URL is not set") });
});
