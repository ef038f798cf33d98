import { problemMediaType } from "../../server/contract/outcomes.ts";

/** A captcha of the page and the form backend, which must be the same. */
export type Captcha = "ALTCHA" | "reCAPTCHA";

/**
 * The captcha of a form backend, by its answer to a request for a challenge. Only our own captcha has this route; with reCAPTCHA the
 * backend answers it with a problem document of its own. Undefined where no form backend answers.
 */
export function captchaServed({ status, headers }: Pick<Response, "status" | "headers">): Captcha | undefined {
  if (status >= 200 && status < 300) return "ALTCHA";
  return status === 404 && headers.get("content-type")?.startsWith(problemMediaType) ? "reCAPTCHA" : undefined;
}
