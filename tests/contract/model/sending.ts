import { expect } from "vitest";
import type { Mail } from "../../../server/mail/mail.ts";
import { DeliveryError } from "../../../server/mail/transports/classify.ts";
import type { Transport } from "../../../server/mail/transports/transport.ts";
import type { OutboxRow } from "../../mail/support/outboxBench.ts";
import { leave, type State, suppress } from "./state.ts";
import type { World } from "./world.ts";

/** What happens to a mail: `lost` arrives but its answer does not; of `silent`, neither arrives. */
export const fates = ["taken", "refused", "bounce", "lost", "silent", "unavailable"] as const;
export type Fate = (typeof fates)[number];

interface Row extends OutboxRow {
  application_id: string | null;
  update_hash: string | null;
}

/** For how many days a link is valid. */
const [confirmDays, unsubscribeDays] = [90, 3 * 365];

/** Sends the mails that are due, each to its fate, and checks every attempt against what the project promises. */
export async function send(state: State, world: World, fateOf: (nth: number) => Fate): Promise<void> {
  let sent = 0;
  const bounced: string[] = [];
  const broken: unknown[] = [];
  const attempt = async (mail: Mail): Promise<void> => {
    const [row] = await world.sql<Row>("select * from public.email_outbox where id = $1", [mail.id]);
    if (!row) throw new Error("a mail is sent that is not in the outbox");
    expect(row.email).toBe(mail.to);
    expect(state.delivered.get(mail.id), `${row.kind} sent again`).not.toBe("certain");
    expect(["bounced", "complained", "erased"], `${row.kind} to who is suppressed`).not.toContain(
      state.suppressed.get(mail.to),
    );
    const fate = fateOf(sent++);
    const arrives = fate === "taken" || fate === "lost";
    if (row.application_id === null) toList(state, row, fate);
    else toApplicant(state, row, fate);
    if (arrives) await world.keepLinks(mail);
    if (arrives) state.delivered.set(mail.id, fate === "taken" ? "certain" : "in doubt");
    if (fate === "bounce") bounced.push(mail.to);
    if (fate === "taken") return;
    if (fate === "bounce") throw new DeliveryError("undeliverable", "smtp_550_5.1.1");
    throw new DeliveryError(fate === "lost" || fate === "silent" ? "doubtful" : fate, `test_${fate}`);
  };
  const transport: Transport = {
    about: "model",
    concurrency: 1,
    send: async (mail) => {
      await attempt(mail).catch((error: unknown) => {
        // The drain takes any failure for a refusal, so a broken promise is thrown after it has ended.
        if (!(error instanceof DeliveryError)) broken.push(error);
        throw error;
      });
      return {};
    },
    close: async () => undefined,
  };
  const { outbox } = world;
  await world.drain(transport, {
    outbox: {
      ...outbox,
      register: async (entries) => {
        for (const { hash, purpose, email } of entries) register(state, hash, purpose, email);
        await outbox.register(entries);
      },
    },
  });
  if (broken.length > 0) throw broken[0];
  // Applied only after the drain: mails that were claimed together are sent together.
  for (const email of bounced) {
    suppress(state, email, "bounced");
    leave(state.people.get(email), state.today);
  }
}

/** Makes a mail's links valid; the outbox does so before it sends the mail. */
function register(state: State, hash: string, purpose: "confirm" | "unsubscribe", email: string): void {
  const person = state.people.get(email);
  if (purpose === "unsubscribe" && person) person.unsubscribe = { until: state.today + unsubscribeDays, spent: false };
  if (purpose === "confirm" && person && !person.confirms.has(hash))
    person.confirms.set(hash, { until: state.today + confirmDays, spent: false });
}

/** A mail for being on the list: sent only to people on it, and each piece of news once. */
function toList(state: State, row: Row, fate: Fate): void {
  const arrives = fate === "taken" || fate === "lost";
  const person = state.people.get(row.email);
  if (!person || person.leftOn !== undefined) throw new Error(`${row.kind} to who is not on the list`);
  if (row.kind === "waitlist-confirmation") {
    expect(person.confirmed, "asked to confirm again").toBe(false);
    if (arrives) person.promised = false;
    return;
  }
  expect(person.confirmed, `${row.kind} to who did not confirm`).toBe(true);
  const told = person.news.get(row.update_hash ?? "launch");
  if (!told) throw new Error(`${row.kind} that nobody asked for`);
  if (arrives) told.add(row.id);
  if (row.kind === "update") person.mayKnowUpdate ||= arrives || fate === "silent";
  expect(told.size, `mails of one ${row.kind}`).toBeLessThan(2);
}

/** A mail about an application: it says what the database says. */
function toApplicant(state: State, row: Row, fate: Fate): void {
  const application = state.applications.get(row.application_id ?? "");
  if (!application) throw new Error("a mail about an application that is not there");
  if (row.kind === "application-received") return;
  expect(row.kind, "the decision told").toBe(`application-${application.status}`);
  if (fate === "taken") application.heard = new Set([application.status]);
  // The sender cannot tell whether the mail arrived, so it has to consider both cases.
  if (fate === "lost" || fate === "silent") application.heard.add(application.status);
}
