import * as v from "valibot";
import { keptDays } from "../../contract/retention.ts";

/** Retention times, in days. */
export interface PruneDays {
  /** For unconfirmed addresses, since the last confirmation mail, and for unconfirmed accounts, since their last use. */
  unconfirmed: number;
  /** For mails since they were sent or failed, and for people since they unsubscribed; {@link keptDays} by default. */
  ended?: number;
}

/** Numbers of erased records: unconfirmed people and accounts, people who unsubscribed, links and mails. */
const amounts = v.object({
  unconfirmed: v.optional(v.number(), 0),
  accounts: v.optional(v.number(), 0),
  left: v.optional(v.number(), 0),
  links: v.optional(v.number(), 0),
  mails: v.optional(v.number(), 0),
});
/** Numbers of erased records, by kind. */
export type Pruned = v.InferOutput<typeof amounts>;

const page = v.object({ gone: amounts, next: v.nullable(v.string()) });
type Page = v.InferOutput<typeof page>;

/** Rows that one call looks at; at a million rows it stays far below the 8 s of a hosted project. */
const scan = 5_000;

/**
 * Erases expired records page by page, each in one transaction. After any interruption it can simply be repeated.
 * @param call calls `prune_page` of supabase/migrations
 * @param rehearsal counts only, erases nothing
 * @throws whatever `call` throws.
 */
export async function pruneRecords(
  call: (request: string) => Promise<unknown>,
  { unconfirmed: unconfirmed_days, ended: ended_days = keptDays }: PruneDays,
  rehearsal = false,
): Promise<Pruned> {
  const sum: Pruned = { unconfirmed: 0, accounts: 0, left: 0, links: 0, mails: 0 };
  // Links first: those of people are erased with them, and a dry run would count more than it erases.
  for (const part of ["links", "people", "accounts", "mails"])
    for (let after: string | null = null; ;) {
      const request: string = JSON.stringify({ part, scan, after, unconfirmed_days, ended_days, rehearsal });
      const { gone, next }: Page = v.parse(page, await call(request));
      sum.unconfirmed += gone.unconfirmed;
      sum.accounts += gone.accounts;
      sum.left += gone.left;
      sum.links += gone.links;
      sum.mails += gone.mails;
      if (next === null) break;
      after = next;
    }
  return sum;
}
