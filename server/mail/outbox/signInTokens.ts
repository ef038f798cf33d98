import type { Store } from "../../store/store.ts";
import { signInMailKinds } from "../messages/parameters.ts";
import type { Supabase } from "../../supabase/client.ts";
import { DeliveryError } from "../transports/transport.ts";
import type { MailSite, SignInToken } from "./prepare.ts";

/**
 * Gets sign-in links for applicants only: for anybody else the auth service would create an account, also for who was erased since
 * the mail was claimed.
 * @throws DeliveryError `temporary` if the database does not say whether somebody is one; Error if not, and what `get` throws.
 */
export function forApplicants(store: Pick<Store, "hasApplied">, get: MailSite["signInToken"]): MailSite["signInToken"] {
  return async (email) => {
    const applied = await store.hasApplied(email).catch((cause: unknown) => {
      throw new DeliveryError("temporary", "store_unavailable", { cause });
    });
    if (!applied) throw new Error("Nobody with this address has applied.");
    return get(email);
  };
}

/**
 * Gets sign-in links from the auth service of a hosted project, which creates accounts if necessary.
 * @throws DeliveryError `temporary` if it returns none.
 */
export function adminSignInTokens(supabase: Supabase): (email: string) => Promise<SignInToken> {
  return async (email) => {
    const { data, error } = await supabase.auth.admin.generateLink({ type: "magiclink", email });
    const tokenType = signInMailKinds.find((type) => type === data.properties?.verification_type);
    if (error || !data.properties || !tokenType)
      throw new DeliveryError("temporary", `sign_in_link_${error?.status ?? "unknown"}`, { cause: error });
    return { token: data.properties.hashed_token, tokenType };
  };
}
