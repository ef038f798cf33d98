import type { Supabase } from "../supabase/client.ts";
import { createSqlStore } from "./sql.ts";
import type { Store } from "./store.ts";
import { createSupabaseCalls } from "./supabaseCalls.ts";

/** The store of a hosted project: one HTTP request per use case. */
export const createSupabaseStore = (supabase: Supabase): Store => createSqlStore(createSupabaseCalls(supabase));
