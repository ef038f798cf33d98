import { DeliveryError } from "../classify.ts";
import type { Transport } from "../transports/transport.ts";
import type { BatchResult, ClaimedBatch, Outbox, Settlement } from "./outbox.ts";
import { kindOf } from "../../lib/caught.ts";
import { createPace, pause } from "../../lib/loop.ts";
import { type Due, handOut, insist } from "./due.ts";
import { answered, failedBatch, sealBatch, type TokenMail } from "./batch.ts";
import { type MailSite, prepareMail } from "./prepare.ts";
import { deriveTokens, tokenEntries } from "./tokens.ts";

export interface SenderOptions {
  outbox: Outbox;
  transport: Transport;
  site: MailSite;
  /** Key from which the links' tokens are derived: the database's secret key, which every sender has. */
  secret: string;
  /** Most requests a second of all senders together: a mail, or a batch of them. */
  perSecond: number;
  /** Whether mails to the list go in batches, where the transport has them. */
  inBatches?: boolean;
  /** Most batches of a round, on a host that gives a round little processor time. */
  mostBatches?: number;
  /** Called when the provider takes no more mails for some seconds, with its code. */
  onLimited?: ((seconds: number, code: string) => void) | undefined;
}

/** What a round of sending did. */
export interface Round {
  sent: number;
  /** Mails that were not accepted, whether or not they are tried again. */
  failed: number;
  /** Set if the sender now rests, for so many ms, and why; the rest of the mails stays queued. */
  rest?: { ms: number; why: string };
  /** Set if mails failed because of an error of ours, or of the outbox's data: the code of the last. */
  broken?: string;
}

/** How long a claimed mail belongs to its sender, in seconds; longer than a batch takes. */
export const leaseSeconds = 600;

/**
 * After so many failures in a row that are not about their recipients, the sender rests: the server, or the
 * sender's name, is at fault.
 */
const mostInRow = 10;

/** The first rest and the longest, in ms. Each is twice as long as the one before, until a mail is accepted. */
const [firstRest, longestRest] = [60_000, 1_800_000];

/**
 * How many mails are claimed at a time: what a second sends, because people who leave after the claim are
 * mailed all the same; and for each concurrent send at most so many that they are sent long before the lease
 * ends.
 */
const claimedAhead = 4;

/**
 * Longest time from a claim, which decides whether a mail may still be sent, to its sending, in ms. A silent
 * server may hold up mails.
 */
const longestHeld = 60_000;

/** Longest rest that is waited for within a round, in ms; a longer one ends it. */
const longestPause = 30_000;

type Outcome = Pick<Settlement, "outcome" | "code" | "provider_id">;

/**
 * Creates a sender of the outbox. Any number of senders may work at the same time: a claimed mail belongs to one until its lease ends.
 * They share one pace, and a provider that takes no more mails for now rests all of them.
 * @returns a function that sends due mails until there are none, the sender has to rest, or it is stopped by the signal. It does nothing
 *   while it rests, and throws whatever the database throws; mails under way are settled first.
 */
export function createSender(options: SenderOptions) {
  const { outbox, transport, site, secret, perSecond, inBatches = false, mostBatches = Infinity, onLimited } = options;
  const batches = inBatches ? transport.batches : undefined;
  const pace = createPace(perSecond);
  const batch = Math.min(Math.ceil(perSecond), claimedAhead * transport.concurrency);
  const doubtHours = transport.idempotentHours === undefined ? undefined : transport.idempotentHours - 1;
  let inRow = 0;
  let rests = 0;
  let resting = { until: 0, why: "" };

  const claim = async () => {
    const startBy = performance.now() + longestHeld;
    const claimed = await outbox.claim({ batch, leaseSeconds, doubtHours, perSecond, inBatch: batches?.most });
    const first = performance.now() + claimed.wait;
    const mails = await Promise.all(
      claimed.emails.map(async (email): Promise<TokenMail> => ({ email, tokens: await deriveTokens(secret, email) })),
    );
    await outbox.register(
      (await Promise.all(mails.map(({ email, tokens }) => tokenEntries(email.email, tokens)))).flat(),
    );
    const dues: Due[] = claimed.batch
      ? [{ mails, batch: claimed.batch, startAt: first, startBy }]
      : mails.map((mail, n) => ({ mails: [mail], startAt: first + (n * 1000) / perSecond, startBy }));
    return { ...claimed, dues };
  };

  /** When all senders may go on, by `performance.now()`. */
  let limitedUntil = 0;

  return async (signal?: AbortSignal): Promise<Round> => {
    let [sent, failed, underWay] = [0, 0, 0];
    let why: string | undefined;
    let broken: string | undefined;
    let crashed = false;
    const stopped = (): boolean => crashed || why !== undefined || signal?.aborted === true;

    /** Lets a sender wait that all senders have to: within the round, or else by ending it. */
    const restWithAll = (ms: number, code: string): void => {
      limitedUntil = Math.max(limitedUntil, performance.now() + ms);
      if (ms > longestPause) why ??= code;
    };

    let batchesLeft = mostBatches;
    const next = handOut(async () => {
      for (;;) {
        if (batchesLeft <= 0) return { due: 0, dues: [] };
        const { due, dues, wait, limited } = await claim();
        if (dues.some((one) => one.batch)) batchesLeft--;
        if (limited !== null) restWithAll(wait, limited);
        if (dues.length > 0 || wait === 0 || stopped()) return { due, dues };
        await pause(wait, signal);
      }
    }, stopped);

    /** Rests all senders. This was no attempt, because the provider did not even look at the mail. */
    const limited = async ({ restSeconds, code }: DeliveryError): Promise<{ outcome: "released" }> => {
      restWithAll(restSeconds * 1000, code);
      onLimited?.(restSeconds, code);
      await outbox.noteRest(restSeconds, code, true);
      return { outcome: "released" };
    };

    /** Counts a request that was accepted, if only in part. */
    const accepted = (mails: number): void => {
      [inRow, rests] = [0, 0];
      sent += mails;
    };

    /** Counts a failure that is not about a recipient. */
    const countFailure = (code: string): void => {
      if (++inRow >= mostInRow) why ??= `${mostInRow} in a row were not accepted, the last with ${code}`;
    };

    /** The outcome of an error that is not about the delivery: another attempt would meet it again. */
    const failedBy = (during: string, error: unknown): Outcome => {
      broken = `${during}_${kindOf(error).toLowerCase()}`;
      return { outcome: "failed", code: broken };
    };

    /** Sends a mail. A mail that cannot be rendered says nothing about the server. */
    const send = async ({ email, tokens }: TokenMail): Promise<Outcome> => {
      let mail;
      try {
        mail = await prepareMail(email, tokens, site);
      } catch (error) {
        return error instanceof DeliveryError
          ? { outcome: "refused", code: error.code }
          : failedBy("not_rendered", error);
      }
      try {
        underWay++;
        const { providerId } = await transport.send(mail).finally(() => underWay--);
        accepted(1);
        return { outcome: "sent", ...(providerId === undefined ? {} : { provider_id: providerId }) };
      } catch (cause) {
        if (!(cause instanceof DeliveryError)) return failedBy("not_sent", cause);
        const { failure, code, isAboutRecipient } = cause;
        if (failure === "undeliverable") return { outcome: failure, code };
        if (failure === "limited") return limited(cause);
        if (!isAboutRecipient) countFailure(code);
        // A server that accepts mails over some connections refuses only the connections that are too many.
        if (failure === "unavailable" && sent + underWay === 0) why ??= code;
        return { outcome: failure === "doubtful" ? "doubtful" : "refused", code };
      }
    };

    /** Sends a batch; undefined if it is no longer this sender's. None of its failures is about a recipient. */
    const sendBatch = async (claimed: ClaimedBatch, mails: TokenMail[]): Promise<BatchResult | undefined> => {
      if (!batches) return { outcome: "released" };
      const text = await sealBatch(claimed, mails, { outbox, site, batches });
      if (typeof text !== "string") return text;
      try {
        underWay++;
        const result = answered(mails, await batches.send(claimed.id, text, mails.length).finally(() => underWay--));
        const refused = result.results.filter((one) => "code" in one).length;
        accepted(mails.length - refused);
        failed += refused;
        return result;
      } catch (cause) {
        if (cause instanceof DeliveryError && cause.failure === "limited") return limited(cause);
        const result = failedBatch(cause);
        const code = cause instanceof DeliveryError ? cause.code : "not_sent";
        countFailure(code);
        if (result.outcome === "released") why ??= code;
        else failed += mails.length;
        return result;
      }
    };

    const work = async (): Promise<void> => {
      for (let due = await next(); due; due = await next()) {
        if (!stopped()) await pace(signal, Math.max(due.startAt, limitedUntil));
        const isDue = !stopped() && performance.now() < due.startBy;
        const { batch: claimed, mails } = due;
        if (claimed) {
          const result = isDue ? await sendBatch(claimed, mails) : ({ outcome: "released" } as const);
          if (result) await insist(() => outbox.settleBatch(claimed, result));
          continue;
        }
        for (const mail of mails) {
          const result: Outcome = isDue ? await send(mail) : { outcome: "released" };
          if (isDue && result.outcome !== "sent" && result.outcome !== "released") failed++;
          const { id, attempt, doubtful } = mail.email;
          await insist(() => outbox.settle([{ id, attempt, doubtful, ...result }]));
        }
      }
    };

    if (performance.now() < resting.until)
      return { sent, failed, rest: { ms: resting.until - performance.now(), why: resting.why } };
    const workers = Array.from({ length: transport.concurrency }, () =>
      work().catch((error: unknown) => {
        crashed = true;
        throw error;
      }),
    );
    for (const done of await Promise.allSettled(workers)) if (done.status === "rejected") throw done.reason;
    const did = { sent, failed, ...(broken === undefined ? {} : { broken }) };
    if (why === undefined) return did;
    // Otherwise each further failure would begin another, longer rest.
    inRow = 0;
    const limitedFor = limitedUntil - performance.now();
    const ms = limitedFor > 0 ? limitedFor : Math.min(firstRest * 2 ** rests++, longestRest);
    resting = { until: performance.now() + ms, why };
    return { ...did, rest: { ms, why } };
  };
}
