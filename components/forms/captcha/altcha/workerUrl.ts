// oxlint-disable-next-line import/default -- Vite's import is the URL of the script, built as a worker
import address from "./solve.worker.ts?worker&url";

/** The part of Trusted Types used here (https://www.w3.org/TR/trusted-types/), which TypeScript's DOM does not know yet. */
interface TrustedTypePolicyFactory {
  /** The value that a policy returns is accepted wherever a script's URL is required. */
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(text: string): string };
}

declare global {
  var trustedTypes: TrustedTypePolicyFactory | undefined;
}

/**
 * URL of the worker's script. The policy created here is the only one that the page's Content-Security-Policy allows, and it
 * returns this URL whatever its input, so that no text can become code (docs/decisions/0073).
 */
export const workerUrl =
  globalThis.trustedTypes?.createPolicy("captcha-worker", { createScriptURL: () => address }).createScriptURL("") ??
  address;
