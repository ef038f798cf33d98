import type { BetaApplicationRow, WaitlistRow } from "../supabase/schema.ts";

/** A store that holds nothing yet: plain JSON, so that it can be kept over a reload. Times without a type are in ms. */
export const emptyMemory = () => ({
  waitlist: new Array<WaitlistRow>(),
  applications: new Array<BetaApplicationRow>(),
  /** The theoretical arrival time of each bucket's next conforming request (GCRA). */
  buckets: record<number>(),
  /** What the links of mails are for, by the hashes of their tokens. */
  mailLinks: record<{ purpose: "confirm" | "unsubscribe"; email: string }>(),
  /** What forms have asked to be mailed. */
  outbox: new Array<{ kind: "waitlist-confirmation" | "application-received"; email: string }>(),
  /** When each spent solution expires. */
  spent: record<number>(),
});

/** What a store in memory holds. */
export type MemoryState = ReturnType<typeof emptyMemory>;

const record = <T>(): Record<string, T> => ({});
