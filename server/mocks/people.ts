import * as v from "valibot";
import { betaFields } from "../contract/beta.ts";
import { type ApplicationStatus, applicationStatuses } from "../contract/limits.ts";
import { timestamp } from "../lib/time.ts";
import { emptyMemory, type MemoryState } from "../store/store.ts";

/** People by the state of their application, in a domain that nobody can own (RFC 2606). */
export const people = {
  pending: "ada@example.com",
  accepted: "grace@example.com",
  declined: "edsger@example.com",
  stranger: "barbara@example.com",
} as const;

/** The password of all these people. */
export const peoplesPassword = "correct horse battery staple";

const nameOf = (email: string) => email.replace(/@.*/u, "").replace(/^./u, (first) => first.toUpperCase());

function applicationOf(status: ApplicationStatus) {
  const email = people[status];
  const content = { name: nameOf(email), email, role: "other", reason: "Late payers." } as const;
  const own = { id: crypto.randomUUID(), status, created_at: timestamp(), reviewed_at: null };
  return { ...v.getDefaults(betaFields), ...content, ...own };
}

/** The columns of an application that its applicant may read. */
export const applicationColumns: ReadonlySet<string> = new Set(Object.keys(applicationOf("pending")));

/** The state of a new backend, to which a few people have applied. */
export const seededState = (): MemoryState => ({
  ...emptyMemory(),
  applications: applicationStatuses.map(applicationOf),
});

/** A session from an earlier visit. */
export interface SessionOptions {
  /** Address of its user. */
  of: string;
  /** Remaining lifetime of its access token, in seconds; an hour by default. */
  life?: number;
  /** Whether it was revoked elsewhere, so that neither of its tokens is valid. */
  revoked?: boolean;
}

/** A user as the auth service shows it. */
export const userOf = (email: string, user_metadata: object = { name: nameOf(email) }) => ({
  id: `user-${email}`,
  email,
  role: "authenticated",
  aud: "authenticated",
  app_metadata: {},
  user_metadata,
  created_at: "2026-01-01T00:00:00+00:00",
});

const encoded = (value: object): string => btoa(JSON.stringify(value)).replaceAll("=", "");

/** A session as the auth service issues it. Its tokens are not signed; they contain their user and whether they are valid. */
export function sessionOf({ of: email, life = 3600, revoked = false }: SessionOptions) {
  const exp = Math.floor(Date.now() / 1000) + life;
  const claims = { sub: `user-${email}`, email, exp, revoked, jti: crypto.randomUUID() };
  return {
    access_token: `${encoded({ alg: "none", typ: "JWT" })}.${encoded(claims)}.unsigned`,
    refresh_token: `${revoked ? "revoked" : "valid"}/${email}/${crypto.randomUUID()}`,
    expires_in: life,
    expires_at: exp,
    token_type: "bearer",
    user: userOf(email),
  };
}

const claims = v.object({ email: v.string(), exp: v.number(), revoked: v.boolean() });

/** The user of a request, by its access token, or what is wrong with that token. */
type Bearer = { email: string; revoked: boolean } | "none" | "malformed" | "expired";

/** Reads a request's access token. The public key in its place does not count as one. */
export function bearerOf(request: Request): Bearer {
  const [, body, signature] = (request.headers.get("authorization") ?? "").split(".");
  if (body === undefined || signature === undefined) return "none";
  try {
    const { email, exp, revoked } = v.parse(claims, JSON.parse(atob(body)));
    // `Date.now` is not used, because tests set the visitor's clock by it.
    return exp * 1000 < new Date().getTime() ? "expired" : { email, revoked };
  } catch {
    return "malformed";
  }
}
