import { captchaWords } from "../../../copy/en/forms.ts";
import type { Verification } from "./verification.ts";

/** Where it is said how the verification of the box with this id stands: an `output` that nobody else writes into. */
export const statusIdOf = (boxId: string): string => `${boxId}-status`;

/**
 * Has a box start and stop a verification, and shows how it stands, until `signal` aborts: before React, and with it. A tick made
 * before counts, and the box stays the browser's own.
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
