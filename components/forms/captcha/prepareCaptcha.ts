import { challengeUrl, timeout } from "../backend/endpoint.ts";
import { type EarlyChallenge, earlyChallenge } from "./provider/earlyChallenge.ts";
// oxlint-disable-next-line import/default -- what Vite gives is the address of the script, built as a worker
import workerAddress from "./altcha/solve.worker.ts?worker&url";

/**
 * Asks for what the captcha's work needs at the first touch of a field, beside the form's code, and hands it over when that
 * has come (docs/decisions/0102).
 */
export function prepareCaptcha(form: string, code: Promise<unknown>): void {
  if (import.meta.env.PUBLIC_RECAPTCHA_SITE_KEY || import.meta.env.DEV) return;
  // Without it other work is asked for, once the code has come.
  if (!globalThis.WebAssembly) return;
  const challenge = fetch(challengeUrl, { cache: "no-store", signal: AbortSignal.timeout(timeout) });
  // Only to have it in the browser's cache when the workers are started.
  const worker = fetch(workerAddress, { priority: "low" });
  const detail: EarlyChallenge = { id: `${form}-captcha`, challenge };
  const handOver = code.then(() => document.dispatchEvent(new CustomEvent(earlyChallenge, { detail })));
  // What could not be fetched is asked for again where it is needed.
  void Promise.allSettled([challenge, worker, handOver]);
}
