import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Mail } from "../mail.ts";
import { DeliveryError, type Failure, type Transport } from "../transports/transport.ts";
import { createSignInMailer } from "./signInMailer.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000);

/** A mailer whose links live for a quarter of an hour, and its relay. */
function mailer(signal?: AbortSignal) {
  const relay: { failure: Failure | undefined; attempts: number; answersAfter: number } = {
    failure: undefined,
    attempts: 0,
    answersAfter: 0,
  };
  const sent: string[] = [];
  const logged: string[] = [];
  const transport: Transport = {
    about: "test",
    concurrency: 1,
    async send({ subject }: Mail) {
      relay.attempts++;
      const { failure } = relay;
      if (relay.answersAfter > 0) await new Promise((resolve) => setTimeout(resolve, relay.answersAfter * 60_000));
      if (failure) throw new DeliveryError(failure, `test_${failure}`);
      sent.push(subject);
      return {};
    },
    close: async () => undefined,
  };
  const { send } = createSignInMailer(
    transport,
    { name: "Keelbook", address: "hello@keelbook.example" },
    { linkLife: 900, log: (line) => void logged.push(line), ...(signal ? { signal } : {}) },
  );
  return { relay, sent, logged, ask: (subject: string, to = "ada@example.com") => send({ to, subject, text: "" }) };
}

it.each(["unavailable", "temporary", "closing"] as const)(
  "sends a mail after an outage of five minutes: %s",
  async (failure) => {
    const { relay, sent, logged, ask } = mailer();
    relay.failure = failure;
    await ask("first");
    await minutes(5);
    relay.failure = undefined;
    await minutes(1);
    expect({ sent, logged }).toEqual({ sent: ["first"], logged: [] });
    await minutes(20);
    expect(sent).toHaveLength(1);
  },
);

it("gives up when the link is about to expire", async () => {
  const { relay, sent, logged, ask } = mailer();
  relay.failure = "unavailable";
  await ask("first");
  await minutes(15);
  expect(logged).toEqual(["A sign-in mail could not be sent: test_unavailable."]);
  relay.failure = undefined;
  await minutes(15);
  expect(sent).toEqual([]);
});

it("sends only the newest of the mails that wait for an address, as only its link is valid", async () => {
  const { relay, sent, logged, ask } = mailer();
  relay.failure = "unavailable";
  for (const subject of ["first", "second"]) {
    await ask(subject);
    await minutes(1);
  }
  await ask("other", "bo@example.com");
  relay.failure = undefined;
  await minutes(2);
  expect({ sent: sent.toSorted(), logged }).toEqual({ sent: ["other", "second"], logged: [] });
});

it.each([
  ["permanent", 1],
  ["doubtful", 3],
] as const)("makes few attempts that are refused for good or may have arrived: %s", async (failure, attempts) => {
  const { relay, logged, ask } = mailer();
  relay.failure = failure;
  await ask("first");
  await minutes(15);
  expect([relay.attempts, logged.length]).toEqual([attempts, 1]);
});

it("is sent again after a minute without an answer, beside the attempt whose server may be gone", async () => {
  const { relay, sent, logged, ask } = mailer();
  Object.assign(relay, { failure: "doubtful", answersAfter: 6 });
  await ask("first");
  await minutes(1);
  Object.assign(relay, { failure: undefined, answersAfter: 0 });
  await minutes(0.1);
  expect(sent).toEqual(["first"]);
  await minutes(20);
  expect({ sent, logged, attempts: relay.attempts }).toEqual({ sent: ["first"], logged: [], attempts: 2 });
});

it("is sent twice at most where a filter reads each mail for minutes", async () => {
  const { relay, sent, logged, ask } = mailer();
  relay.answersAfter = 4;
  await ask("first");
  await minutes(20);
  expect({ sent, logged }).toEqual({ sent: ["first", "first"], logged: [] });
});

it("needs no further attempt once the one without an answer is accepted after all", async () => {
  const { relay, sent, logged, ask } = mailer();
  relay.answersAfter = 4;
  await ask("first");
  await minutes(1);
  Object.assign(relay, { failure: "temporary", answersAfter: 0 });
  await minutes(20);
  expect({ sent, logged, attempts: relay.attempts }).toEqual({ sent: ["first"], logged: [], attempts: 4 });
});

it("tries once more at the end", async () => {
  const end = new AbortController();
  const { relay, logged, ask } = mailer(end.signal);
  relay.failure = "unavailable";
  await ask("first");
  await minutes(2);
  const before = relay.attempts;
  end.abort();
  await minutes(0);
  expect([relay.attempts, logged.length]).toEqual([before + 1, 1]);
});
