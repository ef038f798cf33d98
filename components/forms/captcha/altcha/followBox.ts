import { captchaWords } from "../../../copy/en/forms.ts";
import type { Verification } from "./verification.ts";

/** Finds the `output` that shows the state of the verification for the box with this id; nothing else writes to it. */
export const statusIdOf = (boxId: string): string => `${boxId}-status`;

/**
 * Lets a checkbox start and stop a verification, and shows its state, until `signal` aborts; used before React and by it. An
 * earlier tick counts, and the box stays uncontrolled.
 */
export function followBox(box: HTMLInputElement, verification: Verification, signal: AbortSignal): void {
  const toggled = () => (box.checked ? verification.start() : verification.stop());
  verification.listen((state) => {
    document.getElementById(statusIdOf(box.id))?.replaceChildren(captchaWords.states[state]);
    box.setAttribute("aria-busy", String(state === "verifying"));
    if (state !== "idle") box.checked = state === "verifying" || state === "verified";
  });
  if (box.checked) verification.start();
  box.addEventListener("change", toggled, { signal });
}
