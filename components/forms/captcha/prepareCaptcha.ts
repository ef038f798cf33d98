import { challengeUrl, timeout } from "../backend/endpoint.ts";
// oxlint-disable-next-line import/default -- Vite's import is the URL of the script, built as a worker
import workerAddress from "./altcha/solve.worker.ts?worker&url";

/** Begins a form's captcha work, with a pending challenge. */
interface CaptchaCode {
  beginWork: (island: HTMLElement, challenge: Promise<Response>) => void;
}

/**
 * At the first touch of a field, requests what the captcha's work needs in parallel with the form's code, and begins the work as
 * early as possible (docs/decisions/0102). `code` is fetched meanwhile.
 */
export function prepareCaptcha(island: HTMLElement, code: Promise<CaptchaCode> | undefined): void {
  if (import.meta.env.PUBLIC_RECAPTCHA_SITE_KEY || import.meta.env.DEV) return;
  const challenge = fetch(challengeUrl, { cache: "no-store", signal: AbortSignal.timeout(timeout) });
  // Only to have the script in the browser's cache when the worker starts.
  const worker = fetch(workerAddress);
  const begun = code?.then(({ beginWork }) => beginWork(island, challenge));
  // Failed requests are repeated where the result is needed.
  void Promise.allSettled([challenge, worker, begun]);
}
