import type { Bucket } from "../http/rateLimit.ts";
import { timestamp } from "../lib/time.ts";
import { type Admission, type MemoryState, type Refusal, type Store } from "./store.ts";

/** The store of the mocks and of unit tests: what the functions of supabase/migrations do, in memory. */
export function createMemoryStore(state: MemoryState): Store {
  /** When a bucket is free again. A time further ahead than its burst was written by a clock that was ahead. */
  const usedUntil = ({ key, burst, secondsPerRequest }: Bucket, now: number): number => {
    const until = state.buckets[key] ?? now;
    return until > now + secondsPerRequest * 1000 * burst ? now : until;
  };
  const waitOf = (bucket: Bucket): number => {
    const now = Date.now();
    const earliest = usedUntil(bucket, now) - bucket.secondsPerRequest * 1000 * (bucket.burst - 1);
    return earliest > now ? Math.max(1, Math.ceil((earliest - now) / 1000)) : 0;
  };
  const takeAll = (buckets: readonly Bucket[]): number => {
    const longest = Math.max(...buckets.map(waitOf));
    if (longest > 0) return longest;
    const now = Date.now();
    for (const bucket of buckets)
      state.buckets[bucket.key] = Math.max(usedUntil(bucket, now), now) + bucket.secondsPerRequest * 1000;
    return 0;
  };
  const take = (bucket: Bucket): number => takeAll([bucket]);
  const admit = ({ bucket, solution }: Admission): Refusal | undefined => {
    if (solution) {
      if (solution.hash in state.spent) return { outcome: "captcha_spent" };
      state.spent[solution.hash] = solution.expiresAt.getTime();
    }
    const wait = take(bucket);
    return wait > 0 ? { outcome: "rate_limited", wait } : undefined;
  };
  return {
    submit: async ({ remember }, content, admission) => admit(admission) ?? remember(state, content),
    take: async (bucket) => take(bucket),
    takeAll: async (buckets) => takeAll(buckets),
    hasApplied: async (address) => state.applications.some(({ email }) => email === address),
    confirm: async ({ tokenHash }, more) => {
      const row = state.waitlist.find(({ email }) => email === state.mailLinks[tokenHash]?.email);
      if (state.mailLinks[tokenHash]?.purpose !== "confirm" || !row || row.unsubscribed_at !== null) return undefined;
      row.confirmed_at ??= timestamp();
      for (const { hash, purpose } of more) state.mailLinks[hash] = { purpose, email: row.email };
      return { id: row.id, shareCode: row.share_code, answered: Object.keys(Object(row.answers)) };
    },
    unsubscribe: async ({ tokenHash }) => {
      const row = state.waitlist.find(({ email }) => email === state.mailLinks[tokenHash]?.email);
      if (state.mailLinks[tokenHash]?.purpose !== "unsubscribe" || !row) return false;
      row.unsubscribed_at ??= timestamp();
      return true;
    },
    erase: async (tokenHash) => {
      const link = state.mailLinks[tokenHash];
      const of = { email: link?.email };
      if (link?.purpose !== "unsubscribe" || !state.waitlist.some(({ email }) => email === of.email)) return false;
      state.waitlist = state.waitlist.filter(({ email }) => email !== of.email);
      state.applications = state.applications.filter(({ email }) => email !== of.email);
      return true;
    },
    place: async (tokenHash, shownFrom = Infinity) => {
      const link = state.mailLinks[tokenHash];
      const row = state.waitlist.find(({ email }) => email === link?.email);
      if (link?.purpose !== "place" || !row || row.unsubscribed_at !== null) return undefined;
      const inOrder = state.waitlist
        .filter((other) => other.confirmed_at !== null && other.unsubscribed_at === null)
        .sort((a, b) => b.friends - a.friends || Date.parse(a.created_at) - Date.parse(b.created_at));
      const place = inOrder.length < shownFrom ? 0 : inOrder.indexOf(row) + 1;
      const { friends, share_code: shareCode, confirmed_at } = row;
      return { ...(place > 0 ? { place } : {}), friends, shareCode, confirmed: confirmed_at !== null };
    },
    answer: async (id, answers) => {
      const row = state.waitlist.find((other) => other.id === id && other.unsubscribed_at === null);
      if (row) row.answers = { ...Object(row.answers), ...answers };
      return row !== undefined;
    },
    visit: async (source = "", bucket) => {
      const wait = take(bucket);
      if (wait > 0) return wait;
      const { key, burst, secondsPerRequest } = bucket;
      const sources = { burst: Math.max(Math.floor(burst / 20), 1), secondsPerRequest: secondsPerRequest * 20 };
      const refused = source !== "" && !(source in state.visits) && take({ key: `sources:${key}`, ...sources }) > 0;
      const named = refused ? "" : source;
      state.visits[named] = (state.visits[named] ?? 0) + 1;
      return 0;
    },
    recordMailEvent: async ({ event, emails }) => {
      if (event === "failed") return;
      for (const email of emails) {
        state.returned[email] = event;
        for (const row of state.waitlist) if (row.email === email) row.unsubscribed_at ??= timestamp();
      }
    },
    check: async () => undefined,
  };
}
