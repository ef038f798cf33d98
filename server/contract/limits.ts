/** Maximum lengths of stored values, in characters; CHECKs in supabase/migrations have the same numbers. */
export const limits = {
  /** RFC 5321 section 4.5.3.1.3: a path of 256 octets less its angle brackets. */
  email: 254,
  name: 100,
  company: 120,
  reason: 2000,
  source: 64,
  /** A captcha token, which is not stored. */
  captcha: 8192,
} as const;

/** Most pending applications of one email address; supabase/migrations enforce it. */
export const maxOpenApplications = 5;

/** How long a challenge of the self-hosted captcha is valid, in milliseconds: long enough to fill in the beta form. */
export const challengeLife = 20 * 60_000;

/** Largest request body that the backend reads, in bytes. */
export const maxBodyBytes = 16 * 1024;

/** Longest note on an application or a person, in characters. */
export const longestNote = 2000;
/** Longest name of the person who decides on an application, in characters. */
export const longestActor = 100;

/** Longest proof of a consent that was given elsewhere, in characters. */
export const longestProof = 200;

/** Role options of the beta application (requirements 3). */
export const roles = ["freelancer", "small-business-owner", "consultant", "agency-owner", "other"] as const;
export type Role = (typeof roles)[number];

/** Pattern of a campaign's slug. */
export const sourceForm = /^[a-z0-9][a-z0-9._-]{0,63}$/u;

/** Pattern of a tag, by which the operator groups people. */
export const tagForm = /^[a-z0-9][a-z0-9-]{0,31}$/u;

/** Error message of an empty required field, on the page and in the backend. */
export const missing = {
  name: "Enter your name.",
  email: "Enter an email address.",
  role: "Choose a role.",
  reason: "Enter your reason.",
};

/** Days for which the data of a person who unsubscribed is kept, and the record of a mail that was sent or failed. */
export const keptDays = 90;

/** Hours within which an application is answered, counted from its submission (requirements 4). */
export const replyWithinHours = 48;
/** The reply time in ms. */
export const replyWithin = replyWithinHours * 3_600_000;

/** Statuses of a beta application (requirements 3: `pending` on creation), in the order in which `beta list` shows them. */
export const applicationStatuses = ["pending", "accepted", "declined"] as const;
export type ApplicationStatus = (typeof applicationStatuses)[number];

/** Delay of the mail about a decision, in s; a decision undone meanwhile is not mailed. */
export const decisionWait = 60;
