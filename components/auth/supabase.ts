// The part of supabase-js that the browser fetches when it is needed. It imports nothing of ours, so that no chunk is
// shared with it.
export { AuthInvalidCredentialsError, createClient } from "@supabase/supabase-js";
