import * as v from "valibot";
import { keptDays } from "../contract/limits.ts";
import { kindOf } from "./caught.ts";

/** Retention times, in days. */
interface PruneDays {
  /** For unconfirmed addresses, since the last confirmation mail, and for unconfirmed accounts, since their last use. */
  unconfirmed: number;
  /** For mails since they were sent or failed, and for people since they unsubscribed; {@link keptDays} by default. */
  kept?: number;
}

/** Kinds of records that are erased: unconfirmed people and accounts, people who unsubscribed, links and mails. */
const kinds = ["unconfirmed", "accounts", "unsubscribed", "links", "mails"] as const;
/** Numbers of erased records, by kind. */
type Pruned = Record<(typeof kinds)[number], number>;

/** Rows that one call reads; at a million rows it stays far below the 8 s of a hosted project. */
const scan = 2_000;

/** What is read, in this order: links before people, as those of people are erased with them and would be counted twice. */
const parts = ["links", "people", "accounts", "mails", "limits"] as const;

const page = v.object({
  erased: v.object(v.entriesFromList(kinds, v.optional(v.number(), 0))),
  next: v.nullable(v.string()),
  place: v.nullable(v.object({ part: v.picklist(parts), after: v.string() })),
});
type Page = v.InferOutput<typeof page>;

interface Pruning {
  /**
   * Continues where an earlier run with this option was cut off, as a function is after some minutes, and
   * records how far it has come.
   */
  goesOn?: boolean;
  /** Only counts, and erases nothing. */
  dryRun?: boolean;
  /** Is called for each page that was read, with the most rows it can have had. */
  onPage?: (part: (typeof parts)[number], rows: number) => void;
}

/**
 * Erases expired records page by page, each in one transaction. After any interruption it can simply be repeated.
 * @param call calls `prune_page` of supabase/migrations
 * @throws whatever `call` throws.
 */
export async function pruneRecords(
  call: (request: string) => Promise<unknown>,
  { unconfirmed: unconfirmed_days, kept: kept_days = keptDays }: PruneDays,
  { dryRun = false, goesOn = false, onPage }: Pruning = {},
): Promise<Pruned> {
  const sum: Pruned = { unconfirmed: 0, accounts: 0, unsubscribed: 0, links: 0, mails: 0 };
  let begin: Page["place"] = null;
  for (const part of parts) {
    // The first part, which is read at once, tells how far an earlier one had come.
    if (begin && parts.indexOf(part) < parts.indexOf(begin.part)) continue;
    for (let after: string | null = begin?.part === part ? begin.after : null; ;) {
      const given: object = { part, scan, after, unconfirmed_days, kept_days, dry_run: dryRun, remember: goesOn };
      const { erased, next, place }: Page = v.parse(page, await call(JSON.stringify(given)));
      for (const kind of kinds) sum[kind] += erased[kind];
      onPage?.(part, scan);
      if (goesOn && part === parts[0]) begin = place;
      if (next === null) break;
      after = next;
    }
  }
  return sum;
}

/** What the log of a host says when its daily clean-up has failed. */
export const cleanUpFailed = (error: unknown): string =>
  `The daily clean-up failed (${kindOf(error)}); it is tried again tomorrow.`;
