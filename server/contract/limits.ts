/** Longest values the product stores, in characters; the same numbers stand as CHECKs in supabase/migrations. */
export const limits = {
  /** RFC 5321 section 4.5.3.1.3: a path of 256 octets less its angle brackets. */
  email: 254,
  name: 100,
  company: 120,
  reason: 2000,
  source: 64,
  captcha: 8192,
} as const;

/** Pending applications that one e-mail address may have; supabase/migrations hold it to them. */
export const maxOpenApplications = 5;

/** Longest request body the backend reads, in bytes. */
export const maxBodyBytes = 16 * 1024;

/**
 * Name of the field that people neither see nor reach and form-filling programs fill. No browser fills it by itself: its
 * name is none of the autofill field names of the HTML standard, nor like one.
 */
export const trapName = "website";

/** Role options of the beta application (requirements 3). */
export const roles = ["freelancer", "small-business-owner", "consultant", "agency-owner", "other"] as const;
/** One of the {@link roles}. */
export type Role = (typeof roles)[number];

/** What the campaign that brought somebody is called: its slug. */
export const sourceForm = /^[a-z0-9][a-z0-9._-]{0,63}$/u;

// Files of their own, for the page to load each where it needs it.
export { formsBasePath } from "./routes.ts";
export { type ApplicationStatus, applicationStatuses } from "./statuses.ts";
