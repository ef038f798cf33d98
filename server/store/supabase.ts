import type { Supabase } from "../supabase/client.ts";
import { createSqlStore } from "./sql.ts";
import type { Store } from "./store.ts";

/** The store of a hosted project: one HTTP request per use case. */
export const createSupabaseStore = (supabase: Supabase): Store =>
  createSqlStore(async (name, args) => (await supabase.rpc(name, args).retry(false).throwOnError()).data);
