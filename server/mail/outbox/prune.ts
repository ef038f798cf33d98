import * as v from "valibot";

/** Days that the record of a mail is kept after its end, and what is held about somebody after they have left. */
export const keptDays = 90;

/** How long what is held is kept, in days. */
export interface PruneDays {
  /** After the last mail that asked somebody to confirm, or led to an account that nobody signed in to. */
  unconfirmed: number;
  /** After a mail has ended, or somebody has left; {@link keptDays} unless an operator says otherwise. */
  ended?: number;
}

/** What has gone: people who never confirmed, accounts likewise, people who had left, links and mails. */
const amounts = v.object({
  unconfirmed: v.optional(v.number(), 0),
  accounts: v.optional(v.number(), 0),
  left: v.optional(v.number(), 0),
  links: v.optional(v.number(), 0),
  mails: v.optional(v.number(), 0),
});
/** How much was erased, by what it was. */
export type Pruned = v.InferOutput<typeof amounts>;

const page = v.object({ gone: amounts, next: v.nullable(v.string()) });
type Page = v.InferOutput<typeof page>;

/** Rows that one call looks at: at a million rows it stays far below hosted's 8 s. */
const scan = 5_000;

/**
 * Erases what is kept for nothing any more, page after page: each is one transaction. It may be repeated after any stop.
 * @param call calls `prune_page` of supabase/migrations
 * @param rehearsal only counts
 * @throws whatever `call` throws.
 */
export async function pruneRecords(
  call: (request: string) => Promise<unknown>,
  { unconfirmed: unconfirmed_days, ended: ended_days = keptDays }: PruneDays,
  rehearsal = false,
): Promise<Pruned> {
  const sum: Pruned = { unconfirmed: 0, accounts: 0, left: 0, links: 0, mails: 0 };
  for (const part of ["people", "accounts", "links", "mails"])
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
