import * as v from "valibot";
import { readAnswer } from "../http/body.ts";
import type { CaptchaProvider } from "./provider.ts";

/** Address that verifies tokens (https://developers.google.com/recaptcha/docs/verify). */
const siteverify = "https://www.google.com/recaptcha/api/siteverify";

/** Longest wait for the provider, in ms. */
const verifyTimeout = 5000;

const answer = v.object({
  success: v.boolean(),
  hostname: v.optional(v.string()),
  "error-codes": v.optional(v.array(v.string())),
});

// These are errors of our own request, which no visitor can solve: their captcha has not failed.
const ourFault = new Set(["missing-input-secret", "invalid-input-secret", "bad-request"]);

interface RecaptchaOptions {
  secret: string;
  /** Host name on which the token must have been solved, checked if the provider names one. */
  hostname?: string;
  fetch?: typeof fetch;
}

/** Google reCAPTCHA v2. Tokens are single-use and live two minutes, which Google enforces. */
export function createRecaptcha({ secret, hostname, fetch: send = fetch }: RecaptchaOptions): CaptchaProvider {
  return {
    remote: true,
    async verify(token, clientAddress) {
      const body = new URLSearchParams({ secret, response: token });
      if (clientAddress !== undefined) body.set("remoteip", clientAddress);
      try {
        const response = await send(siteverify, { method: "POST", body, signal: AbortSignal.timeout(verifyTimeout) });
        if (!response.ok) return "unavailable";
        const result = v.parse(answer, await readAnswer(response));
        if (result["error-codes"]?.some((code) => ourFault.has(code))) return "unavailable";
        const elsewhere = hostname !== undefined && result.hostname !== undefined && result.hostname !== hostname;
        return result.success && !elsewhere ? "passed" : "failed";
      } catch {
        return "unavailable";
      }
    },
  };
}
