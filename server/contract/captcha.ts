import * as v from "valibot";
import { limits } from "./limits.ts";

/** Algorithms of the proof of work, under altcha-lib's names: the usual one, and one that needs no WebAssembly. */
const captchaAlgorithms = ["ARGON2ID", "PBKDF2/SHA-256"] as const;
/** An algorithm that a client of `GET /captcha` may choose. */
export type CaptchaAlgorithm = (typeof captchaAlgorithms)[number];

/** Query of `GET /captcha`. */
export const challengeQuery = v.object({
  algorithm: v.optional(
    v.picklist(captchaAlgorithms, `The algorithm must be one of ${captchaAlgorithms.join(", ")}.`),
    "ARGON2ID",
  ),
});

/** The captcha token of a form; only the server verifies it. */
export const captchaField = v.pipe(
  v.string("Complete the captcha."),
  v.nonEmpty("Complete the captcha."),
  v.maxLength(limits.captcha, "The captcha token is too long."),
);
