import { embeddedPublishableKey } from "../../server/contract/embedded.ts";

/** Origin of the Supabase project: the page's own where none is configured. */
export const supabaseUrl = (): string => import.meta.env.PUBLIC_SUPABASE_URL || location.origin;

/** The anonymous public key. */
export const supabaseKey = import.meta.env.PUBLIC_SUPABASE_KEY || embeddedPublishableKey;

/** Asks Supabase something as who is signed in, where that needs no library (docs/decisions/0103). */
export function ask(path: string, accessToken: string): Promise<Response> {
  return fetch(supabaseUrl() + path, { headers: { apikey: supabaseKey, authorization: `Bearer ${accessToken}` } });
}
