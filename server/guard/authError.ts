/** A refusal in the shape of the auth service: https://supabase.com/docs/guides/auth/debugging/error-codes. */
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

/** Refusals of both the guard and the service, in the words of @supabase/lite 0.10.0. */
export const refusals = {
  badLink: () => new AuthError(403, "otp_expired", "Email link is invalid or has expired"),
  wrongCredentials: () => new AuthError(400, "invalid_credentials", "Invalid login credentials"),
};
