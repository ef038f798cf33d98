import { embeddedPublishableKey } from "../../server/contract/brand.ts";
import { timeout } from "../forms/backend/endpoint.ts";

/** Origin of the Supabase project; by default the page's own. */
export const supabaseUrl = (): string => import.meta.env.PUBLIC_SUPABASE_URL || location.origin;

/** The public (anonymous) key. */
export const supabaseKey = import.meta.env.PUBLIC_SUPABASE_KEY || embeddedPublishableKey;

/** Makes a request to Supabase as the signed-in user, without the library (docs/decisions/0103). */
export function ask(path: string, accessToken: string): Promise<Response> {
  return fetch(supabaseUrl() + path, {
    headers: { apikey: supabaseKey, authorization: `Bearer ${accessToken}` },
    signal: AbortSignal.timeout(timeout),
  });
}
