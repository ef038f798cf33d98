import { captchaWords } from "../../../copy/en/forms.ts";
import { captchaFailure, captchaState } from "../../../ui/field.ts";
import type { Verification, VerificationState } from "./verification.ts";

/** The states that keep a form from being sent, and say so. */
export const failures: ReadonlySet<VerificationState> = new Set(["failed", "limited", "expired"]);

/** Finds the `output` that shows the state of the verification for the box with this id; nothing else writes to it. */
export const statusIdOf = (boxId: string): string => `${boxId}-status`;

/**
 * Lets a checkbox start and stop a verification, and shows its state, until `signal` aborts; used before React and by it. An
 * earlier tick counts, and the box stays uncontrolled.
 */
export function followBox(box: HTMLInputElement, verification: Verification, signal: AbortSignal): void {
  const toggled = () => (box.checked ? verification.start() : verification.stop());
  verification.listen((state) => {
    const status = document.getElementById(statusIdOf(box.id));
    const failed = failures.has(state);
    if (status) {
      status.className = failed ? captchaFailure : captchaState;
      status.replaceChildren(captchaWords.states[state]);
      // The frame around both, as React shows an error.
      status.parentElement?.classList.toggle("border-danger", failed);
      status.parentElement?.classList.toggle("border-edge", !failed);
    }
    box.setAttribute("aria-busy", String(state === "verifying"));
    if (state !== "idle") box.checked = state === "verifying" || state === "verified";
  });
  if (box.checked) verification.start();
  box.addEventListener("change", toggled, { signal });
}
