import * as v from "valibot";
import type { CallFunction, LinkEntry } from "../../store/store.ts";

const claimedEmails = v.object({
  due: v.number(),
  wait_seconds: v.optional(v.number(), 0),
  limited: v.optional(v.nullable(v.string()), null),
  batch: v.optional(v.object({ id: v.string(), attempt: v.number() })),
  emails: v.array(
    v.object({
      id: v.string(),
      // The kind is any text: a mail that a newer version has queued must not hold up the others.
      kind: v.string(),
      email: v.string(),
      parameters: v.record(v.string(), v.unknown()),
      created_at: v.pipe(
        v.string(),
        v.transform((text) => new Date(text)),
      ),
      attempt: v.number(),
      /** Whether an earlier attempt got no answer. */
      doubtful: v.boolean(),
    }),
  ),
});

/** A claimed mail of the outbox, which only this sender may send until its lease ends. */
export type ClaimedEmail = v.InferOutput<typeof claimedEmails>["emails"][number];

/** A claimed batch, whose `attempt` tells whether it may have been sent before. */
export type ClaimedBatch = NonNullable<v.InferOutput<typeof claimedEmails>["batch"]>;

/** A claim: at most `batch` mails, with a lease of `leaseSeconds`. */
interface Claim {
  batch: number;
  leaseSeconds: number;
  /**
   * Hours after which a mail that may have been accepted is not sent again: three days, or less if the provider
   * recognises it for a shorter time only.
   */
  doubtHours?: number | undefined;
  /** Most mails a second of all senders together; as many as there are unless given. */
  perSecond?: number;
  /** Most mails to the list by one request; they go one by one unless given. */
  inBatch?: number | undefined;
}

/** What was claimed. */
export interface Claimed {
  /** How many were due; some of them may no longer need sending. */
  due: number;
  emails: ClaimedEmail[];
  /** How long to wait before the first of them, as the others do before each, in ms; or before the next claim if there are none. */
  wait: number;
  /** Why no sender may claim mails now, if the provider took no more. */
  limited: string | null;
  /** Set if the mails are a batch. */
  batch?: ClaimedBatch | undefined;
}

/**
 * The result of a claimed mail. `released` means that it was not tried, `failed` that another attempt is
 * useless. `code` is the reason.
 */
export interface Settlement extends Pick<ClaimedEmail, "id" | "attempt" | "doubtful"> {
  outcome: "sent" | "undeliverable" | "refused" | "doubtful" | "failed" | "released";
  code?: string;
  provider_id?: string;
}

/**
 * The result of a claimed batch: what became of each mail (refused ones have a `code`), or that none is known to be sent, as a whole:
 * it was `refused`, not tried (`released`), not answered (`doubtful`), or the provider has another request under its key (`changed`).
 */
export type BatchResult =
  | { outcome: "answered"; results: { id: string; code?: string; provider_id?: string }[] }
  | { outcome: "refused" | "released" | "doubtful" | "changed"; code?: string };

/** The hash of a mail link's token. */
export interface TokenEntry extends LinkEntry {
  email: string;
}

/** The outbox of supabase/migrations. Each method rejects if the database did not carry it out. */
export interface Outbox {
  claim(claim: Claim): Promise<Claimed>;
  /** Registers tokens, which makes their links valid. */
  register(tokens: readonly TokenEntry[]): Promise<void>;
  settle(results: readonly Settlement[]): Promise<void>;
  /**
   * Seals a batch with the SHA-256 (hex) of its request, which may have been sent from then on.
   * @returns false if it must not be sent: another sender has the batch, or it was sealed with another request and is now held.
   */
  seal(batch: ClaimedBatch, digest: string): Promise<boolean>;
  settleBatch(batch: ClaimedBatch, result: BatchResult): Promise<void>;
  /**
   * Records for how many seconds the sender rests, and why: a code, never an address. The next accepted mail ends the rest.
   * If `everybody` rests, no sender claims mails until then.
   */
  noteRest(seconds: number, why: string, everybody?: boolean): Promise<void>;
}

/** An outbox made of the database's functions, however they are called. */
export const createOutbox = (call: CallFunction): Outbox => ({
  async claim({ batch, leaseSeconds, doubtHours, perSecond, inBatch }) {
    const args = {
      batch,
      lease_seconds: leaseSeconds,
      ...(doubtHours === undefined ? {} : { doubt_hours: doubtHours }),
      ...(perSecond === undefined ? {} : { per_second: perSecond }),
      ...(inBatch === undefined ? {} : { in_batch: inBatch }),
    };
    const { wait_seconds: seconds, ...claimed } = v.parse(claimedEmails, await call("claim_emails", args));
    return { ...claimed, wait: seconds * 1000 };
  },
  async register(tokens) {
    if (tokens.length > 0) await call("register_email_tokens", { tokens: JSON.stringify(tokens) });
  },
  async settle(results) {
    if (results.length > 0) await call("settle_emails", { results: JSON.stringify(results) });
  },
  async seal({ id, attempt }, digest) {
    return v.parse(v.boolean(), await call("seal_batch", { wanted: id, attempt, request_hash: digest }));
  },
  async settleBatch({ id, attempt }, result) {
    const said =
      result.outcome === "answered"
        ? { results: JSON.stringify(result.results) }
        : result.code === undefined
          ? {}
          : { code: result.code };
    await call("settle_batch", { wanted: id, attempt, outcome: result.outcome, ...said });
  },
  async noteRest(seconds, why, everybody = false) {
    await call("note_rest", { seconds, why, everybody });
  },
});
