import { createSupabaseCalls } from "../../store/supabase.ts";
import type { Supabase } from "../../supabase/client.ts";
import { createOutbox, type Outbox } from "./outbox.ts";

/** The outbox of a hosted project: one HTTP request per call. */
export const createSupabaseOutbox = (supabase: Supabase): Outbox => createOutbox(createSupabaseCalls(supabase));
