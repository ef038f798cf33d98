// The part of supabase-js that the page uses, fetched on demand. It imports none of our modules, so that it shares no chunk.
export { AuthInvalidCredentialsError, createClient } from "@supabase/supabase-js";
