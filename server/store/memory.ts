import { timestamp } from "../http/timestamp.ts";
import type { Admission, Bucket, Refusal } from "./admission.ts";
import type { MemoryState } from "./memoryState.ts";
import type { Store } from "./store.ts";

/** The store of the mocks and of unit tests: what supabase/migrations/…_forms_in_one_call.sql does, in memory. */
export function createMemoryStore(state: MemoryState): Store {
  const take = ({ key, burst, secondsPerRequest }: Bucket): number => {
    const now = Date.now();
    const emission = secondsPerRequest * 1000;
    const earliest = (state.buckets[key] ?? now) - emission * (burst - 1);
    if (earliest > now) return Math.max(1, Math.ceil((earliest - now) / 1000));
    state.buckets[key] = Math.max(state.buckets[key] ?? now, now) + emission;
    return 0;
  };
  const admit = ({ bucket, solution }: Admission): Refusal | undefined => {
    if (solution) {
      if (solution.hash in state.spent) return { outcome: "captcha_spent" };
      state.spent[solution.hash] = solution.expiresAt.getTime();
    }
    const wait = take(bucket);
    return wait > 0 ? { outcome: "rate_limited", wait } : undefined;
  };
  return {
    async submit({ outcomes: [success], remember }, content, admission) {
      const refusal = admit(admission);
      return refusal ?? { outcome: admission.trapped ? success : remember(state, content) };
    },
    take: async (bucket) => take(bucket),
    async takeChallenge(bucket, most) {
      const wait = take(bucket);
      const now = Date.now();
      const taken = Math.ceil(((state.buckets[bucket.key] ?? now) - now) / (bucket.secondsPerRequest * 1000));
      const unexpired = Object.values(state.spent).filter((expiresAt) => expiresAt > now);
      return { wait, taken, spent: Math.min(most, unexpired.length) };
    },
    // Only the pause between two mails to one recipient; the hourly and overall limits exist only in the database.
    takeMail: async (recipient, { secondsBetween }) =>
      take({ key: `mailpause:${recipient}`, burst: 1, secondsPerRequest: secondsBetween }),
    hasApplied: async (address) => state.applications.some(({ email }) => email === address),
    confirm: async ({ tokenHash }) => {
      const row = state.waitlist.find(({ email }) => email === state.mailLinks[tokenHash]?.email);
      if (state.mailLinks[tokenHash]?.purpose !== "confirm" || !row || row.unsubscribed_at !== null) return false;
      row.confirmed_at ??= timestamp();
      return true;
    },
    unsubscribe: async ({ tokenHash }) => {
      const row = state.waitlist.find(({ email }) => email === state.mailLinks[tokenHash]?.email);
      if (state.mailLinks[tokenHash]?.purpose !== "unsubscribe" || !row) return false;
      row.unsubscribed_at ??= timestamp();
      return true;
    },
    recordMailEvent: async () => undefined,
    check: async () => undefined,
  };
}
