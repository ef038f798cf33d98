import * as v from "valibot";
import { limits } from "../contract/limits.ts";
import { emailField, required } from "../contract/text.ts";

/** Text without control characters (PostgreSQL cannot store NUL) and lone surrogates. */
const line = (label: string, max: number) =>
  v.pipe(
    v.string(`${label} must be a string.`),
    v.maxLength(max, `${label} is longer than ${max} characters.`),
    v.check((text) => !/[\p{Cc}\p{Cs}]/u.test(text), `${label} must not contain control characters.`),
  );

/** A JSON object. Unlike valibot's `object`, it refuses arrays. */
const object = <E extends v.ObjectEntries>(entries: E) =>
  v.pipe(
    v.unknown(),
    v.check((value) => !Array.isArray(value), "A JSON object is expected."),
    v.object(entries, required),
  );

const email = emailField(limits.email);
const password = line("The password", 1024);
const nothing = v.optional(v.null("The address of an account cannot be changed."));

// Members that are not listed are dropped, not passed on.

/** `POST /signup`. The name is dropped, as anybody could have given it (supabase/migrations/…_accounts.sql). */
export const signUpBody = object({ email, password });

/** `POST /token?grant_type=password`. */
export const passwordBody = object({ email, password });

/** `POST /token?grant_type=refresh_token`. */
export const refreshBody = object({ refresh_token: line("The refresh token", 256) });

/** `POST /recover`. */
export const recoverBody = object({ email });

/** `POST /otp`. */
export const linkBody = object({
  email,
  create_user: v.optional(v.boolean("create_user must be true or false."), true),
});

/** `POST /verify`: links only, as a code is short enough to be guessed. */
export const verifyBody = object({
  type: v.picklist(["email", "signup", "magiclink", "recovery"], "Invalid email verification type"),
  token_hash: v.pipe(
    v.string("Only the link of a mail is accepted, not a code."),
    v.maxLength(128, "Only the link of a mail is accepted, not a code."),
  ),
});

/** `PUT /user`. */
export const userBody = object({
  email: nothing,
  phone: nothing,
  password: v.optional(password),
  data: v.optional(object({ name: v.optional(line("The name", limits.name)) })),
});

/** `POST /factors` and below it: texts, whatever they mean to the service. Nested values could be too deep to be sent on. */
export const factorBody = v.pipe(
  v.record(v.string(), v.string()),
  v.check((value) => !Array.isArray(value), "A JSON object is expected."),
);
