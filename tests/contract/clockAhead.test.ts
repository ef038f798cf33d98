import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { embeddedPublishableKey as apikey } from "../../server/contract/embedded.ts";
import type { Transport } from "../../server/mail/transports/transport.ts";
import { type OutboxBench, startOutboxBench } from "../mail/support/outboxBench.ts";
import { post } from "./context.ts";

/** How far ahead the database's clock was when the existing rows were written; it is right again now. */
const ahead = ["2 hours", "400 days"];

describe.each(ahead)("a clock that was ahead by %s", (by) => {
  let bench: OutboxBench;
  beforeAll(async () => {
    bench = await startOutboxBench();
    return () => bench.stop();
  });
  beforeEach(async () => {
    await bench.empty();
    await bench.sql("delete from public.rate_limits; delete from public.spent_captchas");
  });
  /** The rows that were written under the wrong clock. */
  const shift = async () => {
    await bench.sql("update public.rate_limits set tat = tat + $1::interval", [by]);
    await bench.sql("update public.spent_captchas set expires_at = expires_at + $1::interval", [by]);
    await bench.sql(
      "update public.email_outbox set created_at = created_at + $1, not_before = not_before + $1, leased_until = leased_until + $1",
      [by],
    );
  };
  const join = async () =>
    (
      await post(bench, "/waitlist", {
        email: `${crypto.randomUUID()}@example.com`,
        captcha: await bench.solveCaptcha(),
      })
    ).status;
  const askForLink = async (email: string) => {
    const headers = { apikey, "content-type": "application/json" };
    const answer = await bench.service("/auth/v1/otp", { method: "POST", headers, body: JSON.stringify({ email }) });
    return answer.status;
  };

  it("shuts no visitor out of a form", async () => {
    expect(await join()).toBe(201);
    await shift();
    expect(await join()).toBe(201);
  });

  it("leaves the rate limits working", async () => {
    const bucket = { key: `waitlist:${"e".repeat(64)}`, burst: 2, secondsPerRequest: 600 };
    await bench.store.take(bucket);
    await shift();
    const waits = [await bench.store.take(bucket), await bench.store.take(bucket), await bench.store.take(bucket)];
    expect(waits.slice(0, 2)).toEqual([0, 0]);
    expect(waits[2]).toBeGreaterThan(590);
    expect(waits[2]).toBeLessThan(610);
  });

  it("does not hold back sign-in mails", async () => {
    expect([await askForLink("ada@example.com"), await askForLink("ada@example.com")]).toEqual([200, 429]);
    await shift();
    expect([await askForLink("ada@example.com"), await askForLink("ada@example.com")]).toEqual([200, 429]);
    expect(await askForLink("bo@example.com")).toBe(200);
  });
});

describe("the outbox after a clock that was ahead by 400 days", () => {
  let bench: OutboxBench;
  beforeAll(async () => {
    bench = await startOutboxBench();
    return () => bench.stop();
  });
  beforeEach(() => bench.empty());
  const working: Transport = { about: "test", concurrency: 2, send: async () => ({}), close: async () => undefined };

  /** Three mails that somebody asked for, and one to the list. */
  const fill = async () => {
    await bench.fill(3);
    await bench.sql("insert into public.waitlist (email, confirmed_at) values ('ada@example.com', now())");
    await bench.sql("insert into public.email_outbox (kind, email) values ('launch-announcement', 'ada@example.com')");
  };

  it("sends the mails that were added in that time", async () => {
    await fill();
    await bench.sql("update public.email_outbox set not_before = not_before + interval '400 days'");
    expect(await bench.drain(working)).toMatchObject({ sent: 4 });
  });

  it("sends the mails claimed by a sender that was killed in that time", async () => {
    await fill();
    await bench.outbox.claim({ batch: 10, leaseSeconds: 600 });
    await bench.sql("update public.email_outbox set leased_until = leased_until + interval '400 days'");
    expect(await bench.drain(working)).toMatchObject({ sent: 4 });
  });

  it("still holds back a mail that is due later", async () => {
    await bench.fill(1);
    await bench.sql("update public.email_outbox set not_before = now() + interval '25 hours'");
    expect(await bench.drain(working)).toMatchObject({ sent: 0 });
  });
});
