import { maxBodyBytes, maxOpenApplications } from "./limits.ts";

/** What the page needs for a person who joined or confirmed. */
interface PersonAnswer {
  /** For `POST /answers`; valid for 24 hours. */
  token: string;
  /** The person's share code, which stands in their link to friends as `/?via=CODE`. */
  shareCode: string;
}

/** What a person's link to their place shows. */
export interface PlaceAnswer {
  /** Their place on the list, from 1; absent if places are not shown yet, or they have not confirmed. */
  place?: number;
  /** How many friends count for them. */
  friends: number;
  shareCode: string;
  confirmed: boolean;
}

/**
 * The success answers of the form routes. `answered` are the ids of questions that need not be asked again.
 * People who were on the list before get no token, as they have to confirm first. `placeLink` is what stands in the
 * link to the person's place (splitPlaceLink).
 */
export type Accepted =
  | ({ code: "joined" } & Partial<PersonAnswer>)
  | ({ code: "confirmed"; answered: string[]; placeLink: string } & PersonAnswer)
  | ({ code: "listed" } & PlaceAnswer)
  | { code: "submitted" };

/** All refusals of the backend, with stable code, HTTP status and readable title. */
export const problems = {
  malformed: { status: 400, title: "The body is not valid JSON" },
  unauthorized: { status: 401, title: "The signature was not accepted" },
  captcha_failed: { status: 403, title: "The captcha was not accepted" },
  foreign_origin: { status: 403, title: "The route is for pages of the site" },
  not_found: { status: 404, title: "No such route" },
  method_not_allowed: { status: 405, title: "The route does not take this method" },
  already_subscribed: { status: 409, title: "This email is already on the waitlist" },
  mail_returned: { status: 409, title: "Email to this address came back, so it gets no more" },
  token_spent_or_unknown: { status: 410, title: "The link or token is spent, expired or unknown" },
  too_large: { status: 413, title: `The body is larger than ${maxBodyBytes / 1024} KiB` },
  unsupported_media_type: { status: 415, title: "The body must be application/json" },
  invalid: { status: 422, title: "Some fields are not valid" },
  rate_limited: { status: 429, title: "Too many attempts" },
  too_many_applications: {
    status: 429,
    title: `This email has ${maxOpenApplications} applications that wait for an answer`,
  },
  unexpected: { status: 500, title: "Something went wrong" },
  captcha_unavailable: { status: 503, title: "The captcha cannot be checked at the moment" },
  store_unavailable: { status: 503, title: "The record cannot be stored at the moment" },
} as const satisfies Record<string, { status: number; title: string }>;

/** Code of a refusal, one of the {@link problems}. */
export type ProblemCode = keyof typeof problems;

/** One message per invalid field. */
export type FieldErrors = Record<string, string>;

/** A refusal in its transmitted form: RFC 9457 problem details with the extension members `code` and `errors`. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: ProblemCode;
  errors?: FieldErrors;
}

/** Media type of a {@link Problem} (RFC 9457 section 3). */
export const problemMediaType = "application/problem+json";

/** Narrows parsed JSON to an object whose members are still unknown. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Parses a `Retry-After` header (RFC 9110 section 10.2.3: seconds or a date). Returns the wait in ms; undefined if it is neither. */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const wait = /^\d+$/u.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(wait) ? undefined : Math.max(wait, 0);
}

/** Base path of the form routes, on hosted Supabase and on the embedded stack. */
export const formsBasePath = "/functions/v1/forms";
