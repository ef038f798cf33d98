import { challengeUrl, timeout } from "../backend/endpoint.ts";
// oxlint-disable-next-line import/default -- what Vite gives is the address of the script, built as a worker
import workerAddress from "./altcha/solve.worker.ts?worker&url";

/**
 * The code of the self-hosted captcha, where the forms have it: a file that imports no other. The dev server may have another
 * captcha (scripts/dev/offlineMode.ts).
 */
export const captchaCode = () =>
  import.meta.env.PUBLIC_RECAPTCHA_SITE_KEY || import.meta.env.DEV ? undefined : import("./altcha/verification.ts");

/**
 * Asks for what the captcha's work needs at the first touch of a field, beside the form's code, and begins it while that is
 * still coming (docs/decisions/0102).
 */
export function prepareCaptcha(form: string): void {
  if (import.meta.env.PUBLIC_RECAPTCHA_SITE_KEY || import.meta.env.DEV) return;
  // Without it other work is asked for, once the form's code has come.
  if (!globalThis.WebAssembly) return;
  const challenge = fetch(challengeUrl, { cache: "no-store", signal: AbortSignal.timeout(timeout) });
  // Only to have it in the browser's cache when the workers are started.
  const worker = fetch(workerAddress);
  const begun = captchaCode()?.then(({ verificationOf }) => verificationOf(`${form}-captcha`).prepare(challenge));
  // What could not be fetched is asked for again where it is needed.
  void Promise.allSettled([challenge, worker, begun]);
}
