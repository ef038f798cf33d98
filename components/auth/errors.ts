import type { AuthError } from "@supabase/supabase-js";
import { signInWords } from "../copy/signIn.ts";
import { waitInWords } from "../waitInWords.ts";
import type { FieldName } from "./fields.ts";

const words = signInWords.errors;

/** Why an action failed, in plain words. */
export interface Refusal {
  text: string;
  /** The field that has to be changed; undefined if no field is wrong. */
  field?: FieldName;
}

type Member = Pick<AuthError, "status" | "code" | "name" | "message">;

/**
 * Refusals by error code: https://supabase.com/docs/guides/auth/debugging/error-codes. All that supabase/auth answers to the page's calls,
 * except where the status says enough or only a fault of the page could cause one.
 */
const byCode: Record<string, Refusal> = {
  invalid_credentials: { text: words.wrong, field: "password" },
  email_not_confirmed: { text: words.unconfirmed },
  same_password: { text: words.same, field: "password" },
  validation_failed: { text: words.address, field: "email" },
  email_address_invalid: { text: words.address, field: "email" },
  email_address_not_authorized: { text: words.undeliverable, field: "email" },
  otp_expired: { text: words.expired },
  session_not_found: { text: words.signedOut },
  session_expired: { text: words.signedOut },
  refresh_token_not_found: { text: words.signedOut },
  refresh_token_already_used: { text: words.signedOut },
  user_not_found: { text: words.signedOut },
  bad_jwt: { text: words.signedOut },
  invalid_jwt: { text: words.signedOut },
  no_authorization: { text: words.signedOut },
  signup_disabled: { text: words.closed },
  email_provider_disabled: { text: words.closed },
  otp_disabled: { text: words.closed },
  captcha_failed: { text: words.closed },
  reauthentication_needed: { text: words.signInFirst },
  current_password_required: { text: words.passwordClosed },
  current_password_invalid: { text: words.passwordClosed },
  insufficient_aal: { text: words.passwordClosed },
  user_sso_managed: { text: words.passwordClosed },
  hook_timeout: { text: words.away },
  hook_timeout_after_retry: { text: words.away },
  user_banned: { text: words.blocked },
};

/** Explains an error of the auth service; `retryAfter` is the header of its answer. */
export function refusalOf(error: Member & { reasons?: unknown }, retryAfter: string | null): Refusal {
  const { name, status, code = "", message } = error;
  // Requirements 5 quotes this message.
  if (name === "AuthInvalidCredentialsError") return { text: message };
  if (status === 429) return { text: words.limited(waitInWords(retryAfter ?? secondsIn(message))) };
  if (status === 0) return { text: words.offline };
  if (name === "AuthWeakPasswordError") return weak(Array.isArray(error.reasons) ? error.reasons : []);
  // supabase-js's own errors for `session_not_found` and for a missing session.
  if (name === "AuthSessionMissingError") return { text: words.signedOut };
  if (message.startsWith("Password cannot be longer")) return { text: words.longPassword, field: "password" };
  const known = Object.hasOwn(byCode, code) ? byCode[code] : undefined;
  return known ?? { text: (status ?? 0) >= 500 ? words.away : words.unexpected };
}

/** GoTrue states the wait in its message, not in a header. */
const secondsIn = (message: string): string | null => /after (\d+) seconds?/u.exec(message)?.[1] ?? null;

function weak(reasons: readonly unknown[]): Refusal {
  const known = Object.entries(words.weak.reasons).flatMap(([reason, text]) =>
    reasons.includes(reason) ? [text] : [],
  );
  const why = known.length > 0 ? known.join(", and ") : words.weak.other;
  return { text: `${words.weak.lead} ${why}.`, field: "password" };
}
