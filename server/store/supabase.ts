import type { Supabase } from "../supabase/client.ts";
import { createSqlStore } from "./sql.ts";
import type { CallFunction, Store } from "./store.ts";
import { retryOnDeadlock } from "./sqlState.ts";

/** The store of a hosted project: one HTTP request per use case. */
export const createSupabaseStore = (supabase: Supabase): Store => createSqlStore(createSupabaseCalls(supabase));

/** Calls the functions of a hosted project's database, one HTTP request each. */
export const createSupabaseCalls =
  (supabase: Supabase): CallFunction =>
  async (name, args) => {
    const { data } = await retryOnDeadlock(async () => supabase.rpc(name, args).throwOnError());
    return data;
  };
