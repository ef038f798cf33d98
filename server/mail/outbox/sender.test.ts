import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it, vi } from "vitest";
import { DeliveryError, type Transport } from "../transports/transport.ts";
import { createBackgroundSender } from "./background.ts";
import { drain, type DrainOptions } from "./drain.ts";
import type { ClaimedEmail } from "./outbox.ts";
import { startSender } from "./sender.ts";

afterEach(() => void vi.useRealTimers());

const perSecond = 10;

/** An outbox to which mails can be added, and a transport that notes when it was given each. */
function mails() {
  const waiting: ClaimedEmail[] = [];
  const claimed = new Map<string, ClaimedEmail>();
  const sentAt: number[] = [];
  const transport: Transport = {
    about: "test",
    concurrency: 2,
    send: async () => {
      sentAt.push(performance.now());
      return {};
    },
    close: async () => undefined,
  };
  const options: DrainOptions = {
    outbox: {
      claim: async () => {
        const emails = waiting.splice(0);
        for (const email of emails) claimed.set(email.id, email);
        return { looked: emails.length, emails };
      },
      register: async () => undefined,
      settle: async (results) => {
        for (const { id, outcome } of results) {
          const email = claimed.get(id);
          if (outcome === "released" && email) waiting.push(email);
        }
      },
    },
    transport,
    site: {
      from: { name: "Keelbook", address: "hello@keelbook.example" },
      siteUrl: "https://site.example",
      formsUrl: "https://site.example/functions/v1/forms",
      unconfirmedDays: 30,
      signInToken: async () => ({ token: "t".repeat(40), tokenType: "magiclink" }),
    },
    secret: "secret",
    perSecond,
  };
  const add = () => {
    const id = crypto.randomUUID();
    const kind = "application-declined";
    waiting.push({
      id,
      kind,
      email: "ada@example.com",
      parameters: {},
      created_at: new Date(),
      attempt: 1,
      doubtful: false,
    });
  };
  return { add, options, sentAt };
}

it.each(["a running sender", "a sender after answers"])(
  "%s keeps to its rate if mails come one by one",
  async (which) => {
    const { add, options, sentAt } = mails();
    const before = performance.now();
    const works: Promise<void>[] = [];
    const sender = which === "a running sender" ? startSender(options) : undefined;
    const wake =
      sender?.wake ??
      createBackgroundSender(
        options,
        (work) => void works.push(work),
        () => undefined,
      );
    for (let n = 0; n < 6; n++) {
      add();
      wake();
      await sleep(20);
    }
    await expect.poll(() => sentAt.length).toBe(6);
    await sender?.stop();
    await Promise.all(works);
    // Timers may be a little early.
    expect((sentAt.at(-1) ?? 0) - before).toBeGreaterThan((5 * 1000) / perSecond - 20);
  },
);

it("sends no further mails when the database takes no results, as each of them would be sent again", async () => {
  vi.useFakeTimers();
  const { add, options, sentAt } = mails();
  for (let n = 0; n < 20; n++) add();
  const down = { ...options.outbox, settle: () => Promise.reject(new Error("down")) };
  const drained = Promise.allSettled([drain({ ...options, outbox: down, perSecond: 1000 })]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await drained).toMatchObject([{ status: "rejected", reason: { message: "down" } }]);
  expect(sentAt.length).toBeLessThanOrEqual(options.transport.concurrency);
});

it("asks a server soon again that accepts a few mails at a time, and says once that the others wait", async () => {
  vi.useFakeTimers();
  const { add, options, sentAt } = mails();
  for (let n = 0; n < 20; n++) add();
  let quota = 2;
  const transport: Transport = {
    ...options.transport,
    async send(mail) {
      if (quota === 0) throw new DeliveryError("unavailable", "smtp_450");
      quota--;
      return options.transport.send(mail);
    },
  };
  const quotas = setInterval(() => (quota = 2), 10_000);
  const log: string[] = [];
  const sender = startSender({ ...options, transport, log: (line) => log.push(line) });
  await vi.advanceTimersByTimeAsync(130_000);
  expect(sentAt).toHaveLength(20);
  expect(log).toEqual(["Mails wait: smtp_450. They are tried again until they go.", "Mails go out again."]);
  clearInterval(quotas);
  const stopped = sender.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  await stopped;
});

it("records the outcome of mails that the transport gives up when it is closed, before it has stopped", async () => {
  vi.useFakeTimers();
  const { add, options } = mails();
  add();
  const outcomes: string[] = [];
  const settle: DrainOptions["outbox"]["settle"] = async (results) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    outcomes.push(...results.map(({ outcome }) => outcome));
  };
  let close = (): void => undefined;
  const closed = new Promise<void>((resolve) => (close = resolve));
  const transport: Transport = {
    ...options.transport,
    async send() {
      await closed;
      throw new DeliveryError("doubtful", "smtp_eabort");
    },
    close: async () => close(),
  };
  const sender = startSender({ ...options, outbox: { ...options.outbox, settle }, transport });
  await vi.advanceTimersByTimeAsync(100);
  const stopped = sender.stop().then(() => outcomes.push("stopped"));
  await vi.advanceTimersByTimeAsync(20_000);
  await stopped;
  expect(outcomes).toEqual(["doubtful", "stopped"]);
});
