import type { EmailMessage } from "@supabase/lite";
import { expect } from "vitest";
import { embeddedPublishableKey } from "../../server/contract/embedded.ts";

/** The parts of a test backend that a sign-up needs. */
export interface AuthBackend {
  service(path: string, init?: RequestInit): Promise<Response>;
  mails: EmailMessage[];
}

export const testPassword = "a-long-passphrase";

/** Signs a user up, confirms the address with the code from the mail, and gives the access token of the session. */
export async function signUpConfirmed({ service, mails }: AuthBackend, email: string): Promise<string> {
  const send = (path: string, body: unknown) =>
    service(`/auth/v1/${path}`, {
      method: "POST",
      headers: { apikey: embeddedPublishableKey, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  await send("signup", { email, password: testPassword, data: { name: "Test" } });
  const code = /code: (\d+)/u.exec(mails.findLast((mail) => mail.to === email)?.text ?? "")?.[1];
  const session: unknown = await (await send("verify", { type: "signup", email, token: code })).json();
  const accessToken: unknown = Reflect.get(Object(session), "access_token");
  expect(accessToken).toBeTypeOf("string");
  return String(accessToken);
}
