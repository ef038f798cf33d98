import * as v from "valibot";
import { limits } from "./limits.ts";

/** The captcha token of a form; only the server verifies it. */
export const captchaField = v.pipe(
  v.string("Complete the captcha."),
  v.nonEmpty("Complete the captcha."),
  v.maxLength(limits.captcha, "The captcha token is too long."),
);
