import type { Supabase } from "../../supabase/client.ts";
import { DeliveryError } from "../transports/transport.ts";
import type { SignInToken } from "./prepare.ts";

const tokenTypes = ["signup", "magiclink", "recovery"] as const;

/**
 * Has the auth service of a hosted project make sign-in links; it makes the account where there is none.
 * @throws DeliveryError `temporary` when it makes none.
 */
export function adminSignInTokens(supabase: Supabase): (email: string) => Promise<SignInToken> {
  return async (email) => {
    const { data, error } = await supabase.auth.admin.generateLink({ type: "magiclink", email });
    const tokenType = tokenTypes.find((type) => type === data.properties?.verification_type);
    if (error || !data.properties || !tokenType)
      throw new DeliveryError("temporary", `sign_in_link_${error?.status ?? "unknown"}`, { cause: error });
    return { token: data.properties.hashed_token, tokenType };
  };
}
