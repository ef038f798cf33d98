import { challengeUrl, timeout } from "../backend/endpoint.ts";
// oxlint-disable-next-line import/default -- what Vite gives is the address of the script, built as a worker
import workerAddress from "./altcha/solve.worker.ts?worker&url";

/** What begins the work for a form, with a challenge on its way. */
interface CaptchaCode {
  beginWork: (island: HTMLElement, challenge: Promise<Response>) => void;
}

/**
 * Asks for what the captcha's work needs at the first touch of a field, beside the form's code, and begins it while that is
 * still coming (docs/decisions/0102). `code` comes meanwhile.
 */
export function prepareCaptcha(island: HTMLElement, code: Promise<CaptchaCode> | undefined): void {
  if (import.meta.env.PUBLIC_RECAPTCHA_SITE_KEY || import.meta.env.DEV) return;
  // Without it other work is asked for, once the form's code has come.
  if (!globalThis.WebAssembly) return;
  const challenge = fetch(challengeUrl, { cache: "no-store", signal: AbortSignal.timeout(timeout) });
  // Only to have it in the browser's cache when the workers are started.
  const worker = fetch(workerAddress);
  const begun = code?.then(({ beginWork }) => beginWork(island, challenge));
  // What could not be fetched is asked for again where it is needed.
  void Promise.allSettled([challenge, worker, begun]);
}
