/** A refusal of the auth service: https://supabase.com/docs/guides/auth/debugging/error-codes, in @supabase/lite 0.10.0's words. */
export class AuthError extends Error {
  override readonly name = "AuthError";
  readonly status: number;
  readonly code: string;
  readonly extra: Record<string, unknown>;

  constructor(status: number, code: string, message: string, extra: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.extra = extra;
  }

  toResponse(): Response {
    const body = { code: this.status, error_code: this.code, msg: this.message, ...this.extra };
    return Response.json(body, { status: this.status, headers: { "x-sb-error-code": this.code } });
  }
}

export const refusals = {
  anonymous: () => new AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled"),
  badEmail: () => new AuthError(400, "validation_failed", "Unable to validate email address: invalid format"),
  badJwt: (reason: string) =>
    new AuthError(403, "bad_jwt", `invalid JWT: unable to parse or verify signature, ${reason}`),
  badRefreshToken: () => new AuthError(400, "validation_failed", "Refresh token is not valid"),
  badVerificationType: () => new AuthError(400, "validation_failed", "Invalid email verification type"),
  confirmationPending: () =>
    new AuthError(
      429,
      "over_email_send_rate_limit",
      "For security purposes, you can only request this after 59 seconds.",
    ),
  grantType: () => new AuthError(400, "invalid_credentials", "unsupported_grant_type"),
  noPassword: () => new AuthError(400, "validation_failed", "Signup requires a valid password"),
  noSession: () => new AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist"),
  noUser: () => new AuthError(403, "user_not_found", "User from sub claim in JWT does not exist"),
  notConfirmed: () => new AuthError(400, "email_not_confirmed", "Email not confirmed"),
  otpExpired: () => new AuthError(403, "otp_expired", "Email link is invalid or has expired"),
  otpSignUp: () => new AuthError(422, "otp_disabled", "Signups not allowed for otp"),
  samePassword: () => new AuthError(422, "same_password", "New password should be different from the old password."),
  unauthorized: () => new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token"),
  unknownRefreshToken: () =>
    new AuthError(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found"),
  weakPassword: () =>
    new AuthError(422, "weak_password", "Password should be at least 6 characters.", {
      weak_password: { reasons: ["length"] },
    }),
  wrongCredentials: () => new AuthError(400, "invalid_credentials", "Invalid login credentials"),
};
