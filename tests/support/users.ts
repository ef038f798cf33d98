import * as v from "valibot";
import { embeddedPublishableKey } from "../../server/contract/brand.ts";

/** The parts of a test backend that a sign-up uses. */
export interface AuthBackend {
  service(path: string, init?: RequestInit): Promise<Response>;
  mails: readonly { to: string; text?: string | undefined }[];
}

/** A password that the guard accepts. */
export const testPassword = "a-long-passphrase";

/** The token of the link in the newest mail to an address, for `verifyOtp`. */
export function mailedToken(mails: AuthBackend["mails"], email: string): { token_hash: string; type: string } {
  const text = mails.findLast((mail) => mail.to === email)?.text ?? "";
  const [, token_hash = "", type = ""] = /#token_hash=([^&\s]+)&type=(\w+)/u.exec(text) ?? [];
  return { token_hash, type };
}

const tokens = v.object({ access_token: v.string(), refresh_token: v.string() });

/**
 * Reads the tokens of a session, which the auth service answers and the page stores. @throws ValiError if there
 * is none.
 */
export const tokensOf = (session: unknown): v.InferOutput<typeof tokens> => v.parse(tokens, session);

/**
 * Signs a user up, follows the link in the mail, sets password and name as the confirmed owner, and returns the session's access
 * token.
 */
export async function signUpConfirmed({ service, mails }: AuthBackend, email: string): Promise<string> {
  const send = async (method: string, path: string, body: unknown, accessToken?: string): Promise<unknown> => {
    const answer = await service(`/auth/v1/${path}`, {
      method,
      headers: {
        apikey: embeddedPublishableKey,
        "content-type": "application/json",
        ...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
      },
      body: JSON.stringify(body),
    });
    return answer.json();
  };
  await send("POST", "signup", { email, password: testPassword });
  const { access_token } = tokensOf(await send("POST", "verify", mailedToken(mails, email)));
  await send("PUT", "user", { password: testPassword, data: { name: "Test" } }, access_token);
  return access_token;
}
