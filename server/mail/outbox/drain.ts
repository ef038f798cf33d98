import type { Mail } from "../mail.ts";
import { DeliveryError, longestSend, type Transport } from "../transports/transport.ts";
import type { Outbox, Settlement } from "./outbox.ts";
import { createPace } from "./pause.ts";
import { type MailSite, prepareMail } from "./prepare.ts";
import { createSettler } from "./settler.ts";
import { createTurns, type Turn } from "./turns.ts";
import { deriveTokens, tokenEntries } from "./tokens.ts";

/** What mails are sent with. */
export interface DrainOptions {
  outbox: Outbox;
  transport: Transport;
  site: MailSite;
  /** Keys the tokens of links: the secret key of the database, which every sender has. */
  secret: string;
  /** Most mails a second. */
  perSecond: number;
  /** How long claimed mails are this sender's, in seconds. */
  leaseSeconds?: number;
  /** Ends it after the mails under way. */
  signal?: AbortSignal;
}

/** What a drain did. `down`: the transport takes no mail at the moment, and what was left waits. */
export interface Drained {
  sent: number;
  failed: number;
  down?: DeliveryError;
}

/** Longer than two batches take at their slowest. */
const defaultLease = 600;

/** Mails that are claimed at a time, for each that may be under way: few enough to be sent long before the lease ends. */
const claimedAhead = 4;

/** Mails one after another without an answer, or that ended a session, for each that may be under way: then it is down. */
const silentRounds = 2;

/**
 * Sends the mails that are due, until none is, the transport is down, or it is stopped. Any number of senders may work at
 * once: a mail is one sender's until its lease ends.
 * @throws whatever the database throws; mails under way are settled first.
 */
export async function drain(options: DrainOptions): Promise<Drained> {
  const { outbox, transport, site, secret, perSecond, leaseSeconds = defaultLease, signal } = options;
  const settle = createSettler(outbox);
  const pace = createPace(perSecond);
  const newTurn = createTurns();
  const result: Drained = { sent: 0, failed: 0 };
  let silent = 0;
  let broken = false;
  const stopped = () => broken || result.down !== undefined || signal?.aborted === true;

  const claim = async () => {
    if (stopped()) return { looked: 0, mails: [] };
    const startBy = performance.now() + leaseSeconds * 1000 - longestSend;
    const doubtHours = transport.idempotentHours === undefined ? undefined : transport.idempotentHours - 1;
    const { looked, emails } = await outbox.claim({
      batch: claimedAhead * transport.concurrency,
      leaseSeconds,
      doubtHours,
    });
    const mails = await Promise.all(
      emails.map(async (email) => ({ email, startBy, tokens: await deriveTokens(secret, email) })),
    );
    const entries = await Promise.all(mails.map(({ email, tokens }) => tokenEntries(email.email, tokens)));
    await outbox.register(entries.flat());
    return { looked, mails };
  };

  // A batch is claimed ahead, so that nobody waits for the database.
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
      silent = 0;
      result.sent++;
      return { outcome: "sent", ...(providerId === undefined ? {} : { provider_id: providerId }) };
    } catch (cause) {
      const error = cause instanceof DeliveryError ? cause : new DeliveryError("temporary", "unexpected", { cause });
      if (error.failure === "doubtful" || error.failure === "closing") silent++;
      else if (error.failure !== "unavailable") silent = 0;
      if (error.failure === "unavailable" || silent > silentRounds * transport.concurrency) result.down ??= error;
      const { failure, code, retryAfter } = error;
      if (failure === "unavailable") return { outcome: "released", code };
      result.failed++;
      return {
        outcome: failure === "closing" ? "temporary" : failure,
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
        await settle({ id, attempt: nth, doubtful, ...outcome });
      } finally {
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

/** Makes a mail and sends it. One that cannot be made ends as `not_rendered`, unless the auth service is only away. */
async function prepared(prepare: () => Promise<Mail>, send: (mail: Mail) => Promise<Outcome>): Promise<Outcome> {
  let mail: Mail;
  try {
    mail = await prepare();
  } catch (error) {
    // The auth service, which makes sign-in links, may be away for a moment; a faulty template stays faulty.
    return error instanceof DeliveryError
      ? { outcome: "temporary", code: error.code }
      : { outcome: "permanent", code: "not_rendered" };
  }
  return send(mail);
}
