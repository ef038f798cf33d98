import type { Mail } from "../mail.ts";
import { DeliveryError, type Failure, longestSend, type Transport } from "../transports/transport.ts";
import type { Outbox, Settlement } from "./outbox.ts";
import { createPace, type Pace } from "./pause.ts";
import { type MailSite, prepareMail } from "./prepare.ts";
import { createSettler } from "./settler.ts";
import { createTurns, type Turn } from "./turns.ts";
import { deriveTokens, tokenEntries } from "./tokens.ts";

/** Options of a drain. */
export interface DrainOptions {
  outbox: Outbox;
  transport: Transport;
  site: MailSite;
  /** Key from which the links' tokens are derived: the database's secret key, which every sender has. */
  secret: string;
  /** Most mails a second. */
  perSecond: number;
  /** Length of the lease on claimed mails, in seconds. */
  leaseSeconds?: number;
  /** Stops the drain after the mails that are being sent. */
  signal?: AbortSignal;
}

/** The result of a drain. `down` is set if the transport accepts no mail at the moment; the remaining mails wait. */
export interface Drained {
  sent: number;
  /** Mails that could not be prepared, or were not accepted, whether or not they are tried again. */
  failed: number;
  down?: DeliveryError;
}

/** How long a claimed mail belongs to its sender, in seconds; longer than two batches can take. */
export const defaultLease = 600;

/** Mails claimed at a time, per concurrent send: few enough to be sent long before the lease ends. */
const claimedAhead = 4;

/** Failures that may concern every mail: so many in a row, per concurrent send, and the transport counts as down. */
const general: ReadonlySet<Failure> = new Set(["doubtful", "closing", "policy"]);
const generalRounds = 2;

/**
 * Sends due mails until there are none, the transport is down, or it is stopped. Any number of senders may work at the same
 * time: a claimed mail belongs to one sender until its lease ends.
 * @param pace keeps to `perSecond`; shared by the drains of one sender, each of which may send a single mail
 * @throws whatever the database throws; mails under way are settled first.
 */
export async function drain(options: DrainOptions, pace: Pace = createPace(options.perSecond)): Promise<Drained> {
  const { outbox, transport, site, secret, leaseSeconds = defaultLease, signal } = options;
  const settle = createSettler(outbox);
  const newTurn = createTurns();
  const result: Drained = { sent: 0, failed: 0 };
  /** The attempts under way, by mail. If the clock jumps, a lease ends early, and a claim begins another attempt beside one of them. */
  const held = new Map<string, number>();
  let inRow = 0;
  let broken = false;
  const stopped = () => broken || result.down !== undefined || signal?.aborted === true;

  const claim = async () => {
    if (stopped()) return { looked: 0, mails: [] };
    const startBy = performance.now() + leaseSeconds * 1000 - longestSend;
    const doubtHours = transport.idempotentHours === undefined ? undefined : transport.idempotentHours - 1;
    const heldBefore = new Map(held);
    const { looked, emails } = await outbox.claim({
      batch: claimedAhead * transport.concurrency,
      leaseSeconds,
      doubtHours,
    });
    // One that was released meanwhile comes back with the same number.
    const own = emails.filter(({ id, attempt }) => attempt <= (heldBefore.get(id) ?? attempt));
    for (const { id, attempt } of own) held.set(id, attempt);
    const mails = await Promise.all(
      own.map(async (email) => ({ email, startBy, tokens: await deriveTokens(secret, email) })),
    );
    const entries = await Promise.all(mails.map(({ email, tokens }) => tokenEntries(email.email, tokens)));
    await outbox.register(entries.flat());
    return { looked, mails };
  };

  // One batch is claimed ahead, so that sending never waits for the database.
  async function* due() {
    for (let next = claim(); ;) {
      const { looked, mails } = await next;
      if (looked === 0) return;
      next = claim();
      next.catch(() => undefined);
      yield* mails;
    }
  }

  const attempt = async (mail: Mail, turn: Turn): Promise<Outcome> => {
    try {
      const { providerId } = await transport.send(mail, turn.begin);
      inRow = 0;
      result.sent++;
      return { outcome: "sent", ...(providerId === undefined ? {} : { provider_id: providerId }) };
    } catch (cause) {
      const error = cause instanceof DeliveryError ? cause : new DeliveryError("temporary", "unexpected", { cause });
      if (general.has(error.failure)) inRow++;
      else if (error.failure !== "unavailable") inRow = 0;
      if (error.failure === "unavailable" || inRow > generalRounds * transport.concurrency) result.down ??= error;
      const { failure, code, retryAfter } = error;
      if (failure === "unavailable") return { outcome: "released", code };
      return {
        outcome: failure === "closing" || failure === "policy" ? "temporary" : failure,
        code,
        ...(retryAfter === undefined ? {} : { wait: retryAfter }),
      };
    }
  };

  const mails = due();
  const work = async (): Promise<void> => {
    for (;;) {
      const { value, done } = await mails.next();
      if (done) return;
      const { email, startBy, tokens } = value;
      const { id, attempt: nth, doubtful } = email;
      if (!stopped()) await pace(signal);
      const turn = newTurn();
      try {
        const outcome =
          stopped() || performance.now() > startBy
            ? ({ outcome: "released" } as const)
            : await prepared(
                () => prepareMail(email, tokens, site),
                (mail) => attempt(mail, turn),
              );
        if (outcome.outcome !== "sent" && outcome.outcome !== "released") result.failed++;
        await settle({ id, attempt: nth, doubtful, ...outcome });
      } finally {
        held.delete(id);
        turn.end();
      }
    }
  };
  const workers = Array.from({ length: transport.concurrency }, () =>
    work().catch((error: unknown) => {
      broken = true;
      throw error;
    }),
  );
  for (const outcome of await Promise.allSettled(workers)) if (outcome.status === "rejected") throw outcome.reason;
  return result;
}

type Outcome = Omit<Settlement, "id" | "attempt" | "doubtful">;

/** Prepares and sends a mail. If it cannot be rendered it fails for good as `not_rendered`, unless the auth service is only unavailable. */
async function prepared(prepare: () => Promise<Mail>, send: (mail: Mail) => Promise<Outcome>): Promise<Outcome> {
  let mail: Mail;
  try {
    mail = await prepare();
  } catch (error) {
    // The auth service, which makes sign-in links, may be unavailable for a moment; a faulty template stays faulty.
    return error instanceof DeliveryError
      ? { outcome: "temporary", code: error.code }
      : { outcome: "permanent", code: "not_rendered" };
  }
  return send(mail);
}
