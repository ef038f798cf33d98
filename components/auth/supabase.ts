// What of supabase-js comes to the browser, when it is needed; nothing of ours, so that it shares no code with what came before.
export { AuthInvalidCredentialsError, createClient } from "@supabase/supabase-js";
