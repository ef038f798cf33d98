/*
 * Beyond the answers, of which tests/hosted/genuine/accounts.ts has GoTrue's side:
 * - A refresh token that was used long ago ends its session at once on the embedded stack (tests/contract/auth/sessions.test.ts). GoTrue
 *   accepts the session's last token for ten seconds more, and the session goes on for the one who sent it.
 * - GoTrue mails an address one link of a kind a minute and refuses the next with `over_email_send_rate_limit`;
 *   the guard counts mailboxes, with and without an account, and refuses with `over_request_rate_limit`
 *   (tests/contract/auth/limits.test.ts).
 * - The first link to an address without a password has the type `signup` on GoTrue and `magiclink` on the embedded stack: the page reads
 *   either (tests/contract/auth/mails.test.ts).
 * - GoTrue takes an admin's calls; @supabase/lite has none: accounts there are read and erased in the database.
 */

/**
 * Where the embedded stack (@supabase/lite behind server/guard, and the mocks after it) answers a call otherwise than GoTrue 2.196 and
 * PostgREST 12.0.2 behind a hosted project's gateway. All other calls of tests/support/authCalls.ts are answered alike: with the same
 * status and the same code. tests/hosted/genuine keeps the first half on a genuine GoTrue, tests/mocks/sameAnswers.test.ts the second half
 * on every machine.
 */
export const differences: Readonly<Record<string, { hosted: string; embedded: string; why: string }>> = {
  "user, without a token": {
    hosted: "403 bad_jwt",
    embedded: "401 no_authorization",
    why: "The gateway gives callers without a session a token of the role anon, which names nobody. The page drops a session for either.",
  },
  "user, with the public key as a token": {
    hosted: "403 bad_jwt",
    embedded: "401 no_authorization",
    why: "As above.",
  },
  "changes the name, without a token": { hosted: "403 bad_jwt", embedded: "401 no_authorization", why: "As above." },
  "signs out without a token": { hosted: "403 bad_jwt", embedded: "401 no_authorization", why: "As above." },
  "signs in without a password": {
    hosted: "400 invalid_credentials",
    embedded: "422 validation_failed",
    why: "The guard refuses a body without what the call needs. The page refuses it before.",
  },
  "signs in another way": {
    hosted: "400 validation_failed",
    embedded: "400 invalid_credentials",
    why: "The guard lets two ways pass. The page knows no other.",
  },
  "renews with an unknown token": {
    hosted: "400 validation_failed",
    embedded: "400 refresh_token_not_found",
    why: "It is one of @supabase/lite, whose tokens are ids. The page drops a session for either.",
  },
  "renews without a token": {
    hosted: "400 validation_failed",
    embedded: "422 validation_failed",
    why: "The guard's status.",
  },
  "asks for a link to nowhere": {
    hosted: "400 validation_failed",
    embedded: "422 validation_failed",
    why: "The guard's status. The page reads the code.",
  },
  "applications, with an expired token": {
    hosted: "401 PGRST301",
    embedded: "401 PGRST303",
    why: "@supabase/lite has the code of PostgREST 13. The page reads the status.",
  },
  "sets a common password": {
    hosted: "200",
    embedded: "422 weak_password",
    why: "GoTrue asks a service about leaked passwords where the operator has switched that on, on a paid plan (docs/deploy.md).",
  },
  "changes the address": {
    hosted: "200",
    embedded: "422 validation_failed",
    why: "GoTrue mails before it writes, and the database keeps nothing of it (supabase/migrations/…_accounts.sql): the mails' links are refused.",
  },
  "changes the phone": {
    hosted: "500 unexpected_failure",
    embedded: "422 validation_failed",
    why: "A project without a provider of text messages.",
  },
  "sets what only an admin may": {
    hosted: "403 not_admin",
    embedded: "200",
    why: "The guard leaves out members that it does not know, and changes nothing here.",
  },
  reauthenticates: { hosted: "200", embedded: "404 not_found", why: "The guard's list has the page's calls alone." },
  "signs in before the address is confirmed": {
    hosted: "400 email_not_confirmed",
    embedded: "400 invalid_credentials",
    why: "GoTrue says so to the right password alone, @supabase/lite to any, which would reveal the account (server/embedded/lite).",
  },
  "signs up again": {
    hosted: "200 no identity",
    embedded: "200",
    why: "GoTrue mails nothing, and the page then asks for a link. The guard has one mailed itself.",
  },
  "signs up anonymously": {
    hosted: "422 anonymous_provider_disabled",
    embedded: "422 validation_failed",
    why: "The guard asks for address and password.",
  },
  "signs up by phone": { hosted: "400 phone_provider_disabled", embedded: "422 validation_failed", why: "As above." },
  "asks for a link without an account": {
    hosted: "422 otp_disabled",
    embedded: "200",
    why: "The guard hides who has an account. The page never asks so (docs/decisions/0062).",
  },
  "asks for the mail again": {
    hosted: "200",
    embedded: "404 not_found",
    why: "The guard's list has the page's calls alone.",
  },
  "asks for a link in the old way": { hosted: "200", embedded: "404 not_found", why: "As above." },
  "follows a wrong link by GET": {
    hosted: "303",
    embedded: "405 method_not_allowed",
    why: "No link of ours leads there: they lead to the page, which spends them by POST (docs/decisions/0023).",
  },
  "guesses a code": {
    hosted: "403 otp_expired",
    embedded: "422 validation_failed",
    why: "The guard takes links alone.",
  },
  "begins a second factor": { hosted: "200", embedded: "404", why: "@supabase/lite has none." },
  invites: { hosted: "403 not_admin", embedded: "404 not_found", why: "The guard's list has the page's calls alone." },
  "lists the accounts": { hosted: "403 not_admin", embedded: "404 not_found", why: "As above." },
  "reads the settings": { hosted: "200", embedded: "404 not_found", why: "As above." },
};

/** The answers to all other calls, in short: status, and an error's code. */
export const answers: Readonly<Record<string, string>> = {
  "shows the user": "200",
  "user, with what is no token": "403 bad_jwt",
  "user, with an expired token": "403 bad_jwt",
  "user, of an ended session": "403 session_not_found",
  "changes the name": "200",
  "sets the same password": "422 same_password",
  "sets a weak password": "422 weak_password",
  "sets a password that is too long": "400 validation_failed",
  "signs in": "200",
  "signs in with a wrong password": "400 invalid_credentials",
  renews: "200",
  "renews with a malformed token": "400 validation_failed",
  "renews an ended session": "400 refresh_token_not_found",
  "signs up": "200",
  "signs up with a weak password": "422 weak_password",
  "asks for a link": "200",
  "asks for a new password": "200",
  "follows a wrong link": "403 otp_expired",
  "goes to another provider": "400 validation_failed",
  "sees the applications": "200",
  "applications, without a token": "401 42501",
  "applications, of an ended session": "200",
  "applications, of somebody without any": "200",
  "applications, with what is no token": "401 PGRST301",
  "applications, in an unknown column": "400 42703",
  "another table": "403 42501",
  "signs out of the other browsers": "204",
  "signs out of an unknown scope": "400 validation_failed",
  "signs out of an ended session": "403 session_not_found",
  "signs out": "204",
};

/** The hosted project's, or the embedded stack's, answer to a call. */
export const answerOf = (call: string, stack: "hosted" | "embedded"): string | undefined =>
  differences[call]?.[stack] ?? answers[call];
