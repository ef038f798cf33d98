import { createHash } from "node:crypto";
import type { ClaimedEmail, Settlement, TokenEntry } from "../../../server/mail/outbox/outbox.ts";
import { people, timed } from "./people.ts";
import type { Draws } from "./draws.ts";
import { newHash } from "./visitors.ts";
import type { Turn } from "./world.ts";

/** The links of a mail: a new confirmation link in each mail, the same unsubscribe link in all mails to a person. */
function linksOf({ kind, email }: ClaimedEmail): TokenEntry[] {
  if (kind.startsWith("application-")) return [];
  const leave = { hash: createHash("sha256").update(email).digest("hex"), purpose: "unsubscribe", email } as const;
  return kind === "waitlist-confirmation" ? [{ hash: newHash(), purpose: "confirm", email }, leave] : [leave];
}

function settlementOf({ id, attempt, doubtful }: ClaimedEmail, draws: Draws): Settlement {
  const mail = { id, attempt, doubtful };
  const drawn = draws.below(100);
  if (drawn < 70) return { ...mail, outcome: "sent", provider_id: newHash() };
  if (drawn < 75) return { ...mail, outcome: "permanent", code: "smtp_550_5.1.1" };
  if (drawn < 78) return { ...mail, outcome: "permanent", code: "smtp_554" };
  return { ...mail, outcome: draws.pick(["temporary", "temporary", "doubtful", "released"]), code: "smtp_451" };
}

/** A sender claims mails, registers their links and reports the outcomes, or dies before that. */
export async function send({ world, draws }: Turn): Promise<void> {
  const leaseSeconds = draws.chance(20) ? 1 : 60;
  const { answer, span } = await timed(() => world.outbox.claim({ batch: 1 + draws.below(8), leaseSeconds }));
  for (const mail of answer.emails) world.mailings.claimed(mail, span, leaseSeconds);
  const links = answer.emails.flatMap(linksOf);
  await world.outbox.register(links);
  for (const { hash, purpose, email } of links) world.links[purpose].push({ hash, email });
  if (leaseSeconds === 1 && draws.chance(50)) return;
  for (let left = answer.emails; left.length > 0;) {
    const part = left.slice(0, 1 + draws.below(8));
    left = left.slice(part.length);
    const settlements = part.map((mail) => settlementOf(mail, draws));
    for (const { id } of part) world.mailings.settling(id);
    const bounced = part.filter((_, n) => settlements[n]?.outcome === "permanent").map(({ email }) => email);
    await world.history.during("may have left", bounced, () => world.outbox.settle(settlements));
    for (const [n, mail] of part.entries()) world.mailings.settled(mail, settlements[n]?.outcome ?? "released");
  }
}

/** A provider reports who bounced or complained. */
export async function report({ world, draws }: Turn): Promise<void> {
  const emails = draws.some(people, 2);
  const event = draws.pick(["bounced", "complained"] as const);
  const { span } = await timed(() => world.store.recordMailEvent({ event, emails }));
  world.history.note("left", emails, span);
}

/** Mails that wait for another attempt become due. */
export const becomeDue = ({ world }: Turn) =>
  world.pass(`update public.email_outbox set not_before = now() - interval '1 second' where id in (
    select id from public.email_outbox where sent_at is null and dead_at is null for update skip locked)`);

/** A week passes for requested mails, so that people are mailed again. */
export const letWeekPass = ({ world }: Turn) =>
  world.pass(`update public.email_outbox set created_at = created_at - interval '8 days' where id in (
    select id from public.email_outbox where kind in ('waitlist-confirmation', 'application-received') for update skip locked)`);
