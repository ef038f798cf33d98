import { describe, expect, it, onTestFinished, vi } from "vitest";
import { isOutboxMail, messageParameters } from "../../server/mail/messages/parameters.ts";
import { sampleParameters } from "../support/sampleParameters.ts";
import { type OutboxBench, useOutboxBench } from "./support/outboxBench.ts";
import { transportThat } from "./support/transportThat.ts";

let bench: OutboxBench;
useOutboxBench((started) => (bench = started));

describe("a mail enters the outbox", () => {
  const apply = (status: string, id = "00000000-0000-4000-8000-00000000000a") =>
    bench.sql(
      "insert into public.beta_applications (id, name, email, role, reason, status) values ($2, 'A', 'ada@example.com', 'other', 'x', $1)",
      [status, id],
    );
  const decide = (status: string) => bench.sql("update public.beta_applications set status = $1", [status]);

  it("for the decision on an application, once while it waits", async () => {
    await apply("pending");
    expect(await bench.rows()).toEqual([]);
    for (const status of ["accepted", "pending", "accepted", "pending", "declined", "pending", "declined"])
      await decide(status);
    expect((await bench.rows("dead_at is null")).map(({ kind }) => kind).sort()).toEqual([
      "application-accepted",
      "application-declined",
    ]);
  });

  it("for a decision that was told before, if another one may have arrived since", async () => {
    const drained = async (failure?: "doubtful") => {
      const { taken, transport } = transportThat(() => failure);
      await bench.drain(transport);
      return taken.length;
    };
    await apply("pending");
    await decide("accepted");
    expect(await drained()).toBe(1);
    await decide("pending");
    await decide("declined");
    await drained("doubtful");
    await decide("pending");
    await decide("accepted");
    expect(await drained()).toBe(1);
    await bench.sql("update public.email_outbox set not_before = now()");
    expect(await drained()).toBe(0);
    await decide("pending");
    await decide("accepted");
    await drained();
    await decide("pending");
    await decide("accepted");
    expect(await drained()).toBe(0);
  });

  it("not for a decision that is made again while its mail may have arrived, or after another one that nobody was told", async () => {
    const waiting = async () => (await bench.rows("sent_at is null and dead_at is null")).map(({ id }) => id);
    await apply("pending");
    await decide("accepted");
    await bench.drain(transportThat(() => "doubtful").transport);
    const before = await waiting();
    await decide("pending");
    await decide("accepted");
    expect(before).toHaveLength(1);
    expect(await waiting()).toEqual(before);
    await bench.sql("update public.email_outbox set not_before = now()");
    await bench.drain(transportThat(() => undefined).transport);
    for (const status of ["pending", "declined", "pending", "accepted"]) await decide(status);
    expect(await bench.drain(transportThat(() => undefined).transport)).toEqual({ sent: 0, failed: 0 });
  });

  it("never for an application or a person that is imported", async () => {
    const application = { name: "A", email: "ada@example.com", role: "other", reason: "x", status: "accepted" };
    const id = "00000000-0000-4000-8000-00000000000b";
    await bench.sql("select public.import_applications($1)", [JSON.stringify([{ ...application, id }])]);
    await bench.sql("select public.import_waitlist($1)", [JSON.stringify([{ email: "ada@example.com" }])]);
    await bench.sql("insert into public.waitlist (email) values ('row@example.com')");
    expect(await bench.sql("select from public.beta_applications")).toHaveLength(1);
    expect(await bench.rows()).toEqual([]);
  });

  const ask = async (email: string, kind = "waitlist-confirmation") => {
    const [row] = await bench.sql<{ added: boolean }>("select public.enqueue_asked_email($1, $2) as added", [
      kind,
      email,
    ]);
    return row?.added;
  };
  const pass = (interval: string) =>
    bench.sql(`update public.email_outbox set created_at = created_at - interval '${interval}'`);

  it("at most once for a kind in ten minutes and three times a week for an address", async () => {
    expect([await ask("ada@example.com"), await ask("ada@example.com"), await ask("bo@example.com")]).toEqual([
      true,
      false,
      true,
    ]);
    expect(await ask("ada@example.com", "application-received")).toBe(true);
    for (const added of [true, true, false]) {
      await pass("11 minutes");
      expect(await ask("ada@example.com")).toBe(added);
    }
    await pass("6 days 23 hours 30 minutes");
    expect(await ask("ada@example.com")).toBe(true);
  });

  it("at most six times a week for a mailbox, however its address is spelled", async () => {
    for (let n = 0; n < 6; n++)
      expect(await ask(`ada.${"x.".repeat(n)}y+${n}@gmail.com`.replaceAll("x", ""))).toBe(true);
    expect(await ask("ad.ay+new@googlemail.com")).toBe(false);
    expect(await ask("ada@example.com")).toBe(true);
  });

  it("within those limits when several requests come at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        bench.supabase.rpc("enqueue_asked_email", { asked_kind: "waitlist-confirmation", person: "ada@example.com" }),
      ),
    );
    expect(answers.filter(({ data }) => data)).toHaveLength(1);
  });
});

it("a claim takes the mails that have been due longest, those that somebody asked for first, and no more than a batch", async () => {
  await bench.sql(
    "insert into public.waitlist (email, confirmed_at) select 'q' || n || '@example.com', now() from generate_series(1, 3) n",
  );
  await bench.fill(3);
  await bench.sql(
    "insert into public.email_outbox (kind, email) select 'launch-announcement', email from public.waitlist where confirmed_at is not null",
  );
  // Against the order of their ids.
  await bench.sql(
    `update public.email_outbox set id = ('00000000-0000-4000-8000-00000000000' || substr(email, 2, 1))::uuid,
       not_before = now() - substr(email, 2, 1)::int * interval '1 minute' where email like 'p%'`,
  );
  await bench.sql(
    `update public.email_outbox set id = ('00000000-0000-4000-8000-00000000001' || substr(email, 2, 1))::uuid,
       not_before = now() - substr(email, 2, 1)::int * interval '1 hour' where email like 'q%'`,
  );
  const claimed = async () => {
    const { looked, emails } = await bench.outbox.claim({ batch: 4, leaseSeconds: 600 });
    return [looked, ...emails.map(({ email }) => email.slice(0, 2))];
  };
  expect([await claimed(), await claimed(), await claimed()]).toEqual([
    [4, "p3", "p2", "p1", "q3"],
    [2, "q2", "q1"],
    [0],
  ]);
});

const kinds = Object.keys(messageParameters).filter(isOutboxMail);
describe.each(kinds)("a mail of the kind %s", (kind) => {
  const isToList = "unsubscribeToken" in messageParameters[kind].entries;

  it(`is sent to ${isToList ? "the list, and to nobody who is not on it" : "everybody"}`, async () => {
    await bench.sql("insert into public.waitlist (email) values ('ada@example.com')");
    await bench.sql("insert into public.waitlist (email, confirmed_at) values ('bo@example.com', now())");
    const application = "00000000-0000-4000-8000-00000000000c";
    const status = /^application-(accepted|declined)$/u.exec(kind)?.[1] ?? "pending";
    await bench.sql(
      "insert into public.beta_applications (id, name, email, role, reason, status) values ($1, 'A', 'left@example.com', 'other', 'x', $2)",
      [application, status],
    );
    for (const person of ["ada", "bo", "left"])
      await bench.sql(
        "insert into public.email_outbox (kind, email, application_id, parameters) values ($1, $2, $3, $4)",
        [kind, `${person}@example.com`, person === "left" ? application : null, sampleParameters[kind]],
      );
    const { taken, transport } = transportThat(() => undefined);
    await bench.drain(transport);
    const to = taken.map((mail) => mail.to);
    expect(to).not.toHaveLength(0);
    expect(to.includes("left@example.com")).toBe(!isToList);
  });
});

describe("no mail is sent to anybody", () => {
  const refused = async () => {
    const { taken, transport } = transportThat(() => undefined);
    await bench.drain(transport);
    expect(taken).toEqual([]);
    return (await bench.rows()).map(({ last_error }) => last_error);
  };

  it.each(["bounced", "complained"])("whose address has %s", async (why) => {
    await bench.fill(1);
    await bench.sql("select public.record_email_event($1, $2)", [why, '["p1@example.com"]']);
    expect(await refused()).toEqual(["suppressed"]);
  });

  it("who has unsubscribed, or confirmed meanwhile", async () => {
    await bench.fill(2);
    await bench.sql("update public.waitlist set unsubscribed_at = now() where email = 'p1@example.com'");
    await bench.sql("update public.waitlist set confirmed_at = now() where email = 'p2@example.com'");
    expect(await refused()).toEqual(["unsubscribed", "not_needed"]);
  });

  it("about a decision that was taken back", async () => {
    await bench.sql(
      "insert into public.beta_applications (name, email, role, reason) values ('A', 'ada@example.com', 'other', 'x')",
    );
    await bench.sql("update public.beta_applications set status = 'accepted'");
    await bench.sql("update public.beta_applications set status = 'pending'");
    expect(await refused()).toEqual(["not_needed"]);
  });

  it("who was erased", async () => {
    await bench.fill(1);
    const [removed] = await bench.sql<{ gone: unknown }>("select public.erase_person('p1@example.com') as gone");
    expect(removed?.gone).toMatchObject({ email_outbox: 1, waitlist: 1 });
    expect(await refused()).toEqual([]);
  });

  it("who was erased, or left, while a server held up the mails before theirs", async () => {
    await bench.fill(3);
    const now = performance.now.bind(performance);
    let held = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + held);
    onTestFinished(() => clock.mockRestore());
    const taken: string[] = [];
    const { transport } = transportThat(() => undefined, {
      concurrency: 1,
      send: async ({ to }) => {
        taken.push(to);
        const [erased, left] = ["p1", "p2", "p3"].map((name) => `${name}@example.com`).filter((other) => other !== to);
        if (held === 0) await bench.sql("select public.erase_person($1)", [erased]);
        if (held === 0) await bench.sql("update public.waitlist set unsubscribed_at = now() where email = $1", [left]);
        held = 61_000;
        return {};
      },
    });
    await bench.drain(transport);
    expect(taken).toHaveLength(1);
  });

  it("after a restore, until an operator says so", async () => {
    await bench.fill(1);
    await bench.sql(
      "update public.email_outbox set dead_at = now(), leased_until = null, last_error = 'restored' where sent_at is null and dead_at is null",
    );
    expect(await refused()).toEqual(["restored"]);
    await bench.sql("select public.retry_emails(100)");
    expect(await bench.drain(transportThat(() => undefined).transport)).toMatchObject({ sent: 1 });
  });
});
