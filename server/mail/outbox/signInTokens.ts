import { signInMailKinds } from "../messages/parameters.ts";
import type { Supabase } from "../../supabase/client.ts";
import { DeliveryError } from "../transports/transport.ts";
import type { SignInToken } from "./prepare.ts";

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
