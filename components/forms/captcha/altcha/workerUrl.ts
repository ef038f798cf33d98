// oxlint-disable-next-line import/default -- what Vite gives is the address of the script, built as a worker
import address from "./solve.worker.ts?worker&url";

/** The part of Trusted Types used here (https://www.w3.org/TR/trusted-types/), which TypeScript's DOM does not know yet. */
interface TrustedTypePolicyFactory {
  /** What a policy gives counts as an address wherever a script's is asked for. */
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(text: string): string };
}

declare global {
  var trustedTypes: TrustedTypePolicyFactory | undefined;
}

/**
 * Where the worker's script is. The policy named here is the only one that the page's Content-Security-Policy allows, and
 * whatever it is asked, it knows this one address: no text of anybody's becomes code (docs/decisions/0073).
 */
export const workerUrl =
  globalThis.trustedTypes?.createPolicy("captcha-worker", { createScriptURL: () => address }).createScriptURL("") ??
  address;
