import * as v from "valibot";
import type { Database } from "../../supabase/schema.ts";

const claimedEmails = v.object({
  looked: v.number(),
  emails: v.array(
    v.object({
      id: v.string(),
      // Not held to the kinds known here: one mail that a later version has added must not keep back the others.
      kind: v.string(),
      email: v.string(),
      parameters: v.record(v.string(), v.unknown()),
      created_at: v.pipe(
        v.string(),
        v.transform((text) => new Date(text)),
      ),
      attempt: v.number(),
      /** Whether an earlier attempt had no answer. */
      doubtful: v.boolean(),
    }),
  ),
});

/** A mail of the outbox that this sender alone may send, until its lease ends. */
export type ClaimedEmail = v.InferOutput<typeof claimedEmails>["emails"][number];

/** What a sender asks for: at most `batch` mails, which are its own for `leaseSeconds`. */
export interface Claim {
  batch: number;
  leaseSeconds: number;
  /** Hours after which a mail that may have been accepted is not repeated; unset where repeating is always better. */
  doubtHours?: number | undefined;
}

/** What came of a claimed mail; `released`: it was not tried. `code` says why, `wait` in seconds how long the provider asks to wait. */
export interface Settlement extends Pick<ClaimedEmail, "id" | "attempt" | "doubtful"> {
  outcome: "sent" | "permanent" | "temporary" | "doubtful" | "released";
  code?: string;
  provider_id?: string;
  wait?: number;
}

/** A token of a mail's link, by its hash. */
export interface TokenEntry {
  hash: string;
  purpose: "confirm" | "unsubscribe";
  email: string;
}

/** The mails to be sent, as supabase/migrations keep them. Every method rejects when the database did not do it. */
export interface Outbox {
  /** Claims mails that are due. `looked` is 0 when none was; some of those looked at may need no sending any more. */
  claim(claim: Claim): Promise<{ looked: number; emails: ClaimedEmail[] }>;
  /** Makes tokens good. */
  register(tokens: readonly TokenEntry[]): Promise<void>;
  settle(results: readonly Settlement[]): Promise<void>;
}

/** The functions of the database that a sender calls. */
export type OutboxFunction = "claim_emails" | "register_email_tokens" | "settle_emails";

type Functions = Database["public"]["Functions"];

/** Calls one of them in a transaction of its own. */
export type CallOutbox = <Name extends OutboxFunction>(name: Name, args: Functions[Name]["Args"]) => Promise<unknown>;

/** The outbox in the database's functions, however they are called. */
export const createOutbox = (call: CallOutbox): Outbox => ({
  async claim({ batch, leaseSeconds, doubtHours }) {
    const args = {
      batch,
      lease_seconds: leaseSeconds,
      ...(doubtHours === undefined ? {} : { doubt_hours: doubtHours }),
    };
    return v.parse(claimedEmails, await call("claim_emails", args));
  },
  async register(tokens) {
    if (tokens.length > 0) await call("register_email_tokens", { tokens: JSON.stringify(tokens) });
  },
  async settle(results) {
    if (results.length > 0) await call("settle_emails", { results: JSON.stringify(results) });
  },
});
