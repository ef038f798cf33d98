import { createBackend } from "../../backend.ts";
import { chooseCaptcha } from "../../captcha/choose.ts";
import type { RateLimit } from "../../lib/rateLimit.ts";
import type { CaptchaSettings } from "../../settings/hosts.ts";
import type { Store } from "../../store/store.ts";
import type { EmbeddedKeys } from "../folder/keys.ts";
import type { Lite } from "../lite/lite.ts";

/** What can be set for an embedded stack's form backend. */
export interface BackendSettings {
  /** ALTCHA by default. */
  captcha?: CaptchaSettings;
  rateLimit?: RateLimit;
  /** Share of a captcha's usual work; the browser tests use less than 1. */
  captchaEffort?: number;
  log?: (line: string) => void;
}

/** Options of an embedded stack's form backend: also what follows from the stack's mail settings. */
export interface BackendOptions extends BackendSettings {
  /** Secret that signs the mail provider's reports. */
  webhookSecret?: string | undefined;
  /** Called when a form may have queued a mail. */
  mailQueued?: (() => void) | undefined;
}

/** Creates the form backend, with the REST and auth services of this process behind it. */
export function createStackBackend(
  { siteUrl, keys, lite, store }: { siteUrl: string; keys: EmbeddedKeys; lite: Lite; store: Store },
  { captcha = { kind: "altcha" }, rateLimit, captchaEffort, log, webhookSecret, mailQueued }: BackendOptions,
) {
  return createBackend({
    store,
    captcha: chooseCaptcha({
      captcha,
      siteUrl,
      secret: keys.captchaSecret,
      store,
      clock: () => new Date(),
      ...(rateLimit ? { rateLimit } : {}),
      ...(captchaEffort === undefined ? {} : { effort: captchaEffort }),
    }),
    siteUrl,
    secret: keys.captchaSecret,
    ...(rateLimit ? { rateLimit } : {}),
    ...(log ? { log } : {}),
    webhookSecret,
    mailQueued,
    services: { fetch: lite.fetch, secretKey: keys.secretKey },
  });
}
