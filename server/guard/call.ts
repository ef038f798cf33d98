import { isRecord } from "../contract/outcomes.ts";
import type { Store } from "../store/store.ts";
import type { UniformAnswers } from "./uniformAnswers.ts";
import type { AuthLimits } from "./limits.ts";

/** The context of an auth route. */
export interface AuthCall {
  request: Request;
  url: URL;
  clientAddress: string | undefined;
  limits: AuthLimits;
  store: Pick<Store, "hasApplied">;
  uniformly: UniformAnswers;
  /** Forwards a request to the auth service; its path is without `/auth/v1`. */
  send(onward: Onward): Promise<Response>;
}

/** A route. @throws ProblemError or AuthError for a refusal. */
export type AuthRoute = (call: AuthCall) => Promise<Response>;

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

/** The service's error code, such as `otp_disabled`; undefined for a success. The answer's body stays readable. */
export async function errorCode(answer: Response): Promise<unknown> {
  if (answer.ok) return undefined;
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  return isRecord(body) ? body["error_code"] : undefined;
}

/** Answers requests to `/rest/v1/*` and `/auth/v1/*`: @supabase/lite, or its mock. */
export type Service = (request: Request) => Promise<Response>;

/** Replacements for parts of a visitor's request when it is forwarded. */
interface Onward {
  method?: string;
  /** Path with its query. */
  path: string;
  /** Sent as JSON. */
  body?: unknown;
}

/** Headers of a visitor's request that are forwarded: those that identify the user, and those of CORS preflights. */
const passed = ["apikey", "authorization", "origin", "access-control-request-method", "access-control-request-headers"];

/** Builds the request for the service from validated data, not from what the visitor sent. */
export function onward(request: Request, { method = request.method, path, body }: Onward): Request {
  const headers = new Headers();
  for (const name of passed) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (body !== undefined) headers.set("content-type", "application/json");
  return new Request(new URL(path, request.url), {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
