import { expect } from "vitest";
import type { Mail } from "../../../server/mail/mail.ts";
import { DeliveryError } from "../../../server/mail/classify.ts";
import type { OutboxRow } from "../../mail/support/outboxBench.ts";
import { leave, type State, suppress, type World } from "./state.ts";

/** The fate of a mail: `lost` arrives but its answer does not; of `silent`, neither arrives. */
export const fates = ["taken", "refused", "bounce", "lost", "silent", "unavailable"] as const;
type Fate = (typeof fates)[number];

/** Sends the due mails, each to its fate, and checks every attempt against the project's promises. */
export async function send(state: State, world: World, fateOf: (nth: number) => Fate): Promise<void> {
  let sent = 0;
  const bounced: string[] = [];
  const broken: unknown[] = [];
  const attempt = async (mail: Mail): Promise<void> => {
    const [row] = await world.sql<OutboxRow>("select * from public.email_outbox where id = $1", [mail.id]);
    if (!row) throw new Error("a mail is sent that is not in the outbox");
    expect(row.email).toBe(mail.to);
    expect(state.delivered, `${row.kind} sent again`).not.toContain(mail.id);
    expect(["bounced", "complained", "erased"]).not.toContain(state.suppressed.get(mail.to));
    const fate = fateOf(sent++);
    const arrives = fate === "taken" || fate === "lost";
    toList(state, row, arrives);
    if (arrives) await world.keepLinks(mail.to, mail.text, mail.headers["List-Unsubscribe"]);
    if (fate === "taken") return void state.delivered.add(mail.id);
    if (fate !== "bounce")
      throw new DeliveryError(fate === "lost" || fate === "silent" ? "doubtful" : fate, `test_${fate}`);
    bounced.push(mail.to);
    throw new DeliveryError("undeliverable", "smtp_550_5.1.1");
  };
  const { outbox } = world;
  await world.drain(
    {
      about: "model",
      concurrency: 1,
      send: async (mail) => {
        await attempt(mail).catch((error: unknown) => {
          // The drain takes any error for a refusal, so a broken promise is thrown after it has ended.
          if (!(error instanceof DeliveryError)) broken.push(error);
          throw error;
        });
        return {};
      },
      close: async () => undefined,
    },
    {
      outbox: {
        ...outbox,
        // Links are valid before their mail is sent.
        register: async (entries) => {
          for (const { hash, purpose, email } of entries) {
            const person = state.people.get(email);
            if (person && purpose === "unsubscribe") person.canUnsubscribe = true;
            if (person && purpose === "confirm" && !person.confirms.has(hash)) person.confirms.set(hash, false);
          }
          await outbox.register(entries);
        },
      },
    },
  );
  if (broken.length > 0) throw broken[0];
  // Fates are applied only after the drain, because mails that were claimed together are sent together.
  for (const email of bounced) {
    suppress(state, email, "bounced");
    leave(state.people.get(email));
  }
}

/** A mail to the list goes only to people on it, and the launch only once. */
function toList(state: State, { id, kind, email }: OutboxRow, arrives: boolean): void {
  const person = state.people.get(email);
  if (!person || person.left) throw new Error(`${kind} to somebody who is not on the list`);
  expect(person.confirmed).toBe(kind !== "waitlist-confirmation");
  if (kind === "waitlist-confirmation") return;
  if (!person.launch) throw new Error("an announcement that nobody asked for");
  if (arrives) person.launch.add(id);
  expect(person.launch.size, "mails about the launch").toBeLessThan(2);
}

/** Sends every mail that can be sent, and checks that nobody is still owed one. */
export async function settle(state: State, world: World): Promise<void> {
  await world.run(["mail", "retry"]);
  await retryNow(world);
  await send(state, world, () => "taken");
  expect(await world.rows("sent_at is null and failed_at is null")).toEqual([]);
  for (const [email, { launch }] of state.people)
    if (launch && !state.unmailable.has(email)) expect([email, launch.size]).toEqual([email, 1]);
}

/** Makes every queued mail due. */
export const retryNow = async (world: World): Promise<void> =>
  void (await world.sql("update public.email_outbox set not_before = now(), leased_until = null"));
