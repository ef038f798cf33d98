import { toastClass } from "./toastClass.ts";

/** Tone of a toast: `destructive` for failures, `success` for successes (requirements 8). */
export type ToastTone = "success" | "destructive";

let element: HTMLElement | undefined;

/**
 * Adds the empty live regions to the page. Screen readers announce text that is added to a region, but not a region that is added with
 * its text, so this has to run well before the first toast. Calling it again has no effect.
 */
export function mountToaster(): HTMLElement {
  if (element?.isConnected) return element;
  element = document.createElement("div");
  element.className = `${toastClass.toaster} ${toastClass.places.bottomLeft}`;
  element.append(region("destructive", "alert"), region("success", "status"));
  document.body.append(element);
  return element;
}

/** The live region for toasts of one tone. */
export function toastRegion(tone: ToastTone): Element {
  const toaster = mountToaster();
  return toaster.querySelector(`[data-tone=${tone}]`) ?? toaster;
}

function region(tone: ToastTone, role: "alert" | "status"): HTMLElement {
  const live = document.createElement("div");
  live.dataset["tone"] = tone;
  live.setAttribute("role", role);
  // Both roles imply "true", which would read the older toasts again with each new one.
  live.setAttribute("aria-atomic", "false");
  return live;
}
