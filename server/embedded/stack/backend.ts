import { createBackend } from "../../backend.ts";
import { chooseCaptcha } from "../../captcha/choose.ts";
import type { RateLimit } from "../../guards/rateLimit.ts";
import { createServiceClient } from "../../supabase/client.ts";
import { nodeHost } from "../../supabase/nodeHost.ts";
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
}

/** The form backend in front of the REST and auth services of this process. */
export function createStackBackend(
  { url, siteUrl, keys, lite }: { url: string; siteUrl: string; keys: EmbeddedKeys; lite: Lite },
  { recaptchaSecret, rateLimit, captchaEffort, log }: BackendOptions,
) {
  const supabase = createServiceClient(url, keys.secretKey, {
    ...nodeHost,
    fetch: (input, init) => lite.fetch(new Request(input, init)),
  });
  return createBackend({
    supabase,
    captcha: chooseCaptcha({
      recaptchaSecret,
      siteOrigin: siteUrl,
      secret: keys.captchaSecret,
      supabase,
      clock: () => new Date(),
      ...(rateLimit ? { rateLimit } : {}),
      ...(captchaEffort === undefined ? {} : { effort: captchaEffort }),
    }),
    siteOrigins: [new URL(siteUrl).origin],
    secret: keys.captchaSecret,
    ...(rateLimit ? { rateLimit } : {}),
    ...(log ? { log } : {}),
    services: { fetch: lite.fetch, secretKey: keys.secretKey },
  });
}
