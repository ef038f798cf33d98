import type { BetaApplicationRow, WaitlistRow } from "../supabase/schema.ts";

/** An empty store. It is plain JSON, so that it survives a reload; times without a type are in ms. */
export const emptyMemory = () => ({
  waitlist: new Array<WaitlistRow>(),
  applications: new Array<BetaApplicationRow>(),
  /** The theoretical arrival time of each bucket's next conforming request (GCRA). */
  buckets: record<number>(),
  /** The purposes of mail links, by the hashes of their tokens. */
  mailLinks: record<{ purpose: "confirm" | "unsubscribe"; email: string }>(),
  /** The mails that forms have queued. */
  outbox: new Array<{ kind: "waitlist-confirmation" | "application-received"; email: string }>(),
  /** When each spent solution expires. */
  spent: record<number>(),
});

/** The contents of an in-memory store. */
export type MemoryState = ReturnType<typeof emptyMemory>;

const record = <T>(): Record<string, T> => ({});
