import type { Supabase } from "../supabase/client.ts";
import { retryOnDeadlock } from "./deadlock.ts";
import type { CallFunction } from "./functions.ts";

/** Calls the functions of a hosted project's database, one HTTP request each. */
export const createSupabaseCalls =
  (supabase: Supabase): CallFunction =>
  async (name, args) => {
    const { data } = await retryOnDeadlock(async () => supabase.rpc(name, args).retry(false).throwOnError());
    return data;
  };
