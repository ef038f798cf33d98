import { AuthError, refusals as shared } from "../../guards/auth/authError.ts";

/** What @supabase/lite 0.10.0 refuses of the requests that pass the guard, in its words. */
export const refusals = {
  ...shared,
  badJwt: (reason: string) =>
    new AuthError(403, "bad_jwt", `invalid JWT: unable to parse or verify signature, ${reason}`),
  badRefreshToken: () => new AuthError(400, "validation_failed", "Refresh token is not valid"),
  confirmationPending: () =>
    new AuthError(
      429,
      "over_email_send_rate_limit",
      "For security purposes, you can only request this after 59 seconds.",
    ),
  noSession: () => new AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist"),
  noUser: () => new AuthError(403, "user_not_found", "User from sub claim in JWT does not exist"),
  notConfirmed: () => new AuthError(400, "email_not_confirmed", "Email not confirmed"),
  otpSignUp: () => new AuthError(422, "otp_disabled", "Signups not allowed for otp"),
  samePassword: () => new AuthError(422, "same_password", "New password should be different from the old password."),
  unauthorized: () => new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token"),
  unknownRefreshToken: () =>
    new AuthError(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found"),
};
