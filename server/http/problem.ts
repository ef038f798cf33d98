import { type FieldErrors, type Problem, type ProblemCode, problemMediaType, problems } from "../contract/outcomes.ts";

/** A refusal with a stable code; the app turns it into an RFC 9457 answer. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly code: ProblemCode;
  readonly errors: FieldErrors | undefined;
  /** Whole seconds after which a retry makes sense (RFC 9110 section 10.2.3). */
  readonly retryAfter: number | undefined;
  /** Methods that the route allows (RFC 9110 section 10.2.1). */
  readonly allow: readonly string[] | undefined;

  constructor(code: ProblemCode, extra: Partial<Pick<ProblemError, "errors" | "retryAfter" | "allow" | "cause">> = {}) {
    super(problems[code].title, { cause: extra.cause });
    this.code = code;
    this.errors = extra.errors;
    this.retryAfter = extra.retryAfter;
    this.allow = extra.allow;
  }
}

/**
 * The response for a refusal. Its `type` is a tag URI (RFC 4151): a name, not an address.
 * @param more members besides those of a {@link Problem}
 */
export function problemResponse({ code, errors, retryAfter, allow }: ProblemError, more: object = {}): Response {
  const { status, title } = problems[code];
  const body: Problem = {
    type: `tag:keelbook.example,2024:problem/${code}`,
    title,
    status,
    code,
    ...(errors ? { errors } : {}),
  };
  const headers = new Headers({ "content-type": problemMediaType });
  if (retryAfter !== undefined) headers.set("retry-after", String(retryAfter));
  if (allow) headers.set("allow", allow.join(", "));
  return new Response(JSON.stringify({ ...body, ...more }), { status, headers });
}
