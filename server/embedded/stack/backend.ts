import { createBackend } from "../../backend.ts";
import { chooseCaptcha } from "../../captcha/choose.ts";
import type { RateLimit } from "../../limits/rateLimit.ts";
import type { Store } from "../../store/store.ts";
import type { EmbeddedKeys } from "../folder/keys.ts";
import type { Lite } from "../lite/lite.ts";

/** What may be said about the form backend of an embedded stack. */
export interface BackendOptions {
  /** reCAPTCHA v2 takes the place of ALTCHA where its secret is given. */
  recaptchaSecret?: string;
  rateLimit?: RateLimit;
  /** Share of the usual work of a captcha; the browser tests ask for less than 1. */
  captchaEffort?: number;
  log?: (line: string) => void;
  /** Signs what the mail provider reports. */
  webhookSecret?: string | undefined;
  /** Told when a form may have put a mail into the outbox. */
  mailQueued?: (() => void) | undefined;
}

/** The form backend in front of the REST and auth services of this process. */
export function createStackBackend(
  { siteUrl, keys, lite, store }: { siteUrl: string; keys: EmbeddedKeys; lite: Lite; store: Store },
  { recaptchaSecret, rateLimit, captchaEffort, log, webhookSecret, mailQueued }: BackendOptions,
) {
  return createBackend({
    store,
    captcha: chooseCaptcha({
      recaptchaSecret,
      siteOrigin: siteUrl,
      secret: keys.captchaSecret,
      store,
      clock: () => new Date(),
      ...(rateLimit ? { rateLimit } : {}),
      ...(captchaEffort === undefined ? {} : { effort: captchaEffort }),
    }),
    siteOrigins: [new URL(siteUrl).origin],
    secret: keys.captchaSecret,
    ...(rateLimit ? { rateLimit } : {}),
    ...(log ? { log } : {}),
    webhookSecret,
    mailQueued,
    services: { fetch: lite.fetch, secretKey: keys.secretKey },
  });
}
