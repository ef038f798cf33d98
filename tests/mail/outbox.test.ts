import { describe, expect, it, onTestFinished, vi } from "vitest";
import { isOutboxMail, messageParameters } from "../../server/mail/messages/parameters.ts";
import { sampleParameters } from "../support/sampleParameters.ts";
import { type OutboxBench, useOutboxBench } from "./support/outboxBench.ts";
import { transportThat } from "./support/transportThat.ts";

let bench: OutboxBench;
useOutboxBench((started) => (bench = started));

const insertApplication = "insert into public.beta_applications (name, email, role, reason)";
const apply = (count = 1) =>
  bench.sql(
    `${insertApplication} select 'A', 'a' || n || '@example.com', 'other', 'x' from generate_series(1, $1::int) n`,
    [count],
  );
const decide = async (...decisions: string[]) => {
  for (const status of decisions) await bench.sql("update public.beta_applications set status = $1", [status]);
};
const claim = async (batch = 10) => (await bench.outbox.claim({ batch, leaseSeconds: 600 })).emails;
const drained = async (failure?: "doubtful") => {
  const { taken, transport } = transportThat(() => failure);
  await bench.drain(transport);
  return taken.map(({ to }) => to);
};

describe("a mail enters the outbox", () => {
  it("for the decision on an application, once while it waits", async () => {
    await apply();
    expect(await bench.rows()).toEqual([]);
    await decide("accepted", "pending", "accepted", "pending", "declined", "pending", "declined");
    expect((await bench.rows("failed_at is null")).map(({ kind }) => kind).sort()).toEqual([
      "application-accepted",
      "application-declined",
    ]);
  });

  it("never for an application or a person that is imported", async () => {
    const application = { name: "A", email: "ada@example.com", role: "other", reason: "x", status: "accepted" };
    const id = "00000000-0000-4000-8000-00000000000b";
    await bench.sql("select public.import_applications($1)", [JSON.stringify([{ ...application, id }])]);
    await bench.sql("select public.import_waitlist($1)", [JSON.stringify([{ email: "ada@example.com" }])]);
    expect(await bench.sql("select from public.beta_applications")).toHaveLength(1);
    expect(await bench.rows()).toEqual([]);
  });

  const ask = async (person: string, asked_kind = "waitlist-confirmation") =>
    (await bench.supabase.rpc("enqueue_asked_email", { asked_kind, person })).data;
  const pass = (interval: string) =>
    bench.sql(`update public.email_outbox set created_at = created_at - interval '${interval}'`);

  it("at most once for a kind in ten minutes, also at the same time, and three times a week for an address", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask("ada@example.com")));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect([await ask("bo@example.com"), await ask("ada@example.com", "application-received")]).toEqual([true, true]);
    for (const added of [true, true, false]) {
      await pass("11 minutes");
      expect(await ask("ada@example.com")).toBe(added);
    }
    await pass("6 days 23 hours 30 minutes");
    expect(await ask("ada@example.com")).toBe(true);
  });

  it("at most six times a week for a mailbox, however its address is spelled", async () => {
    for (let n = 0; n < 6; n++) expect(await ask(`ada${".".repeat(n % 2)}y+${n}@gmail.com`)).toBe(true);
    expect(await ask("ad.ay+new@googlemail.com")).toBe(false);
    expect(await ask("ada@example.com")).toBe(true);
  });
});

it("a claim writes beside the rows of a wave, with no entry in an index", async () => {
  await bench.sql(
    `insert into public.waitlist (email, confirmed_at) select 'a' || n || '@example.com', now() from generate_series(1, 500) n;
     insert into public.email_outbox (kind, email, to_list) select 'launch-announcement', email, true from public.waitlist`,
  );
  const outbox = "'public.email_outbox'::regclass";
  const [written] = await bench.sql(
    `select jsonb_array_length(public.claim_emails(100, 600) -> 'emails') as claimed,
       pg_stat_get_xact_tuples_hot_updated(${outbox})::int as beside`,
  );
  // The last rows of a page may find it full.
  expect(written).toEqual({ claimed: 100, beside: expect.toSatisfy((beside: number) => beside > 75) });
});

it("a claim takes the mails that have been due longest, those that somebody asked for first, and no more than a batch", async () => {
  await bench.sql(
    `insert into public.waitlist (email, confirmed_at)
       select k || n || '@example.com', case k when 'q' then now() end from generate_series(1, 3) n, unnest(array['p', 'q']) k;
     insert into public.email_outbox (kind, email, to_list, not_before)
       select case when confirmed_at is null then 'waitlist-confirmation' else 'launch-announcement' end, email, confirmed_at is not null,
         now() - substr(email, 2, 1)::int * case when confirmed_at is null then interval '1 minute' else interval '1 hour' end
       from public.waitlist`,
  );
  const claimed = async () => (await claim(4)).map(({ email }) => email.slice(0, 2));
  expect([await claimed(), await claimed(), await claimed()]).toEqual([["p3", "p2", "p1", "q3"], ["q2", "q1"], []]);
});

it("a claim takes the operator's alerts before all others, and what was never refused before what is tried again", async () => {
  await bench.sql(
    `insert into public.waitlist (email, confirmed_at) select 'p@example.com', now();
     insert into public.email_outbox (kind, email, to_list, failing_since, not_before, parameters)
       select kind, 'p@example.com', named = 'launch-announcement', case when again then now() end, now() - case when again then interval '2 hours' else interval '1 hour' end,
         jsonb_build_object('about', again)
       from unnest(array['launch-announcement', 'sign-up', 'operator-alert']) named, unnest(array[true, false]) again,
         lateral (select case named when 'sign-up' then 'application-received' else named end as kind) k`,
  );
  const claimed = async () => (await claim(1)).flatMap(({ kind, parameters }) => [kind, parameters["about"]]);
  const order = [];
  for (let n = 0; n < 6; n++) order.push(await claimed());
  expect(order).toEqual([
    ["operator-alert", true],
    ["operator-alert", false],
    ["application-received", false],
    ["application-received", true],
    ["launch-announcement", false],
    ["launch-announcement", true],
  ]);
});

it("mails to the list are sent to nobody who is not on it, and all others to everybody, also to people who left it", async () => {
  for (const kind of Object.keys(messageParameters).filter(isOutboxMail)) {
    await bench.empty();
    await bench.sql(
      "insert into public.waitlist (email, confirmed_at, invite_code) values ('ada@example.com', null, null), ('bo@example.com', now(), '0123456789ABCDEF')",
    );
    const id = "00000000-0000-4000-8000-00000000000c";
    const decision = /^application-(accepted|declined)$/u.exec(kind)?.[1];
    await bench.sql(
      "insert into public.beta_applications (id, name, email, role, reason, status) values ($1, 'A', 'left@example.com', 'other', 'x', $2)",
      [id, decision ?? "pending"],
    );
    const toList = kind === "update" || kind === "launch-announcement";
    const hash = kind === "update" ? "a".repeat(64) : null;
    if (hash !== null)
      await bench.sql("insert into public.email_updates (hash, parameters) values ($1, $2)", [
        hash,
        sampleParameters[kind],
      ]);
    for (const person of ["ada", "bo", "left"])
      await bench.sql(
        "insert into public.email_outbox (kind, email, to_list, application_id, parameters, update_hash) values ($1, $2, $3, $4, $5, $6)",
        [
          kind,
          `${person}@example.com`,
          toList,
          decision || person === "left" ? id : null,
          sampleParameters[kind],
          hash,
        ],
      );
    await bench.sql("select public.suppress_email('left@example.com', 'unsubscribed')");
    const to = await drained();
    expect(to).not.toHaveLength(0);
    expect([kind, to.includes("left@example.com")]).toEqual([
      kind,
      !("unsubscribeToken" in messageParameters[kind].entries),
    ]);
  }
});

describe("no mail is sent to anybody", () => {
  const refused = async () => {
    expect(await drained()).toEqual([]);
    return (await bench.rows()).map(({ last_error }) => last_error);
  };

  it("whose address bounced, who complained, unsubscribed, confirmed meanwhile or was erased", async () => {
    await bench.fill(5);
    await bench.sql("select public.record_email_event('bounced', '[\"p1@example.com\"]')");
    await bench.sql("select public.record_email_event('complained', '[\"p2@example.com\"]')");
    await bench.sql("update public.waitlist set unsubscribed_at = now() where email = 'p3@example.com'");
    await bench.sql("update public.waitlist set confirmed_at = now() where email = 'p4@example.com'");
    const [removed] = await bench.sql<{ gone: unknown }>("select public.erase_person('p5@example.com') as gone");
    expect(removed?.gone).toMatchObject({ email_outbox: 1, waitlist: 1 });
    expect(await refused()).toEqual(["suppressed", "suppressed", "unsubscribed", "not_needed"]);
  });

  it("about a decision that was taken back", async () => {
    await apply();
    await decide("accepted", "pending");
    expect(await refused()).toEqual(["not_needed"]);
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
    await bench.sql("update public.email_outbox set failed_at = now(), last_error = 'restored'");
    expect(await refused()).toEqual(["restored"]);
    // Most of these mails were sent after the backup, so a retry of failed mails does not include them.
    expect(await bench.sql("select public.retry_emails(100) as retried")).toEqual([{ retried: 0 }]);
    await bench.sql("select public.retry_emails(100, held => 'restored')");
    expect(await drained()).toHaveLength(1);
  });
});

describe("a receipt that is late", () => {
  const applied = async (count = 1) => {
    await apply(count);
    await bench.sql(
      "insert into public.email_outbox (kind, email, application_id) select 'application-received', email, id from public.beta_applications",
    );
  };
  const kinds = async () => (await claim()).map(({ kind }) => kind);
  const ends = async () =>
    Object.fromEntries((await bench.rows()).map(({ kind, failed_at, last_error }) => [kind, failed_at && last_error]));

  it("is not sent with the answer or any more after it", async () => {
    await applied(9);
    await bench.sql(
      "update public.email_outbox set not_before = now() + interval '1 hour' where email = 'a1@example.com'",
    );
    await decide("accepted");
    expect(new Set(await drained()).size).toBe(9);
    await bench.sql("update public.email_outbox set not_before = now()");
    expect(await drained()).toEqual([]);
    expect(await ends()).toEqual({ "application-received": "not_needed", "application-accepted": null });
  });

  it("is sent if the answer may still be undone, ended unsent or was taken back", async () => {
    for (const state of [
      "not_before = now() + interval '1 minute'",
      "failed_at = now(), last_error = 'smtp_554'",
      "",
    ]) {
      await bench.empty();
      await applied();
      await decide("accepted");
      if (state === "") await decide("pending");
      else await bench.sql(`update public.email_outbox set ${state} where kind = 'application-accepted'`);
      expect([state, await kinds()]).toEqual([state, ["application-received"]]);
    }
  });

  it("does not promise an answer by a time that is over", async () => {
    await applied(2);
    await bench.sql(
      "update public.email_outbox set created_at = now() - interval '48 hours' + case when email like 'a1@%' then interval '1 minute' else interval '0' end",
    );
    const { taken, transport } = transportThat(() => undefined);
    await bench.drain(transport);
    expect(taken.map(({ to, text }) => [to, /answer by \w+day/u.test(text), text.includes("sorry")]).sort()).toEqual([
      ["a1@example.com", true, false],
      ["a2@example.com", false, true],
    ]);
  });
});
