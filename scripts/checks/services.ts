import * as v from "valibot";
import { problemMediaType } from "../../server/contract/outcomes.ts";

/** Path of a project's public settings of its auth service, which answers 401 to a key that the project does not accept (GoTrue). */
export const authSettingsPath = "/auth/v1/settings";

/** GoTrue's answer at that path, as far as it is used here. Whatever else answers in its place, if only with 200, is no auth service. */
export const authSettings = v.object({
  disable_signup: v.boolean(),
  mailer_autoconfirm: v.boolean(),
  external: v.object({ email: v.boolean() }),
});

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
