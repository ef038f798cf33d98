import type { Supabase } from "./supabase/client.ts";

/** Most checks a second: each writes to the disk, and anyone may ask. */
const perSecond = 3;

/**
 * Whether a join would be stored now: tried by the migration's `check_store`, all but a row of its own taken back. Those
 * who ask at the same time, or more often than the database should be asked, share an answer.
 */
export function createStoreCheck(supabase: Supabase): () => Promise<boolean> {
  let latest: Promise<boolean> = Promise.resolve(true);
  let started: number[] = [];
  let running = false;
  const check = async () => {
    const { error } = await supabase.rpc("check_store");
    running = false;
    return error === null;
  };
  return () => {
    const now = performance.now();
    started = started.filter((time) => now - time < 1000);
    if (running || started.length >= perSecond) return latest;
    started.push(now);
    running = true;
    return (latest = check());
  };
}
