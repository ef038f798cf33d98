import { closeToast } from "../../copy/en/toast.ts";
import { onSwipeOrTapBeside } from "./gestures.ts";
import { place, uncoverFocus } from "./place.ts";
import { toastClass } from "./toastClass.ts";
import { mountToaster, type ToastTone, toastRegion } from "./toaster.ts";

/** The words of a toast. */
export interface ToastText {
  title: string;
  text: string;
}

/**
 * How long a toast stays, in milliseconds; twice and more while the pointer or the focus is on it, a dialog covers it, or the page is
 * hidden, as when the answer to a form comes after the visitor has gone to another tab.
 */
export const lifetime: Record<ToastTone, number> = { success: 6_000, destructive: 12_000 };

/**
 * How long after a dialog was closed a toast that came under it appears, in milliseconds: a modal dialog hides the live regions from
 * screen readers, which announce only what is added while they know the region (docs/decisions/0202).
 */
export const settling = 200;

/** The subjects of the open toasts. */
const spokenOf = new Map<Element, Element>();

/** Whether a dialog covers the toasts: then none has been read, and keys and taps are meant for the dialog. */
const isCovered = (): boolean => document.querySelector("dialog[open]") !== null;

/**
 * Shows a message over the page, but never over `about`, the control it refers to. It closes by its button, by Escape, by a swipe or a
 * tap outside it, after some time, or by the returned function; under an open dialog only by that function. One that comes under an
 * open dialog appears after that was closed.
 */
export function toast(tone: ToastTone, { title, text }: ToastText, about?: Element | null): () => void {
  const item = part("div", `${toastClass.item} ${toastClass[tone]}`);
  const close = part("button", toastClass.close, "×");
  close.type = "button";
  close.setAttribute("aria-label", closeToast);
  item.append(part("p", toastClass.title, title), part("p", toastClass.text, text), close);
  const toaster = mountToaster();

  const open = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let cameFrom: EventTarget | null = null;
  let shown = false;

  const replace = () => place(toaster, spokenOf.values());

  function appear(): void {
    if (isCovered()) return;
    shown = true;
    toastRegion(tone).append(item);
    if (about) spokenOf.set(item, about);
    replace();
    uncoverFocus(toaster);
    wait();
  }

  function wait(): void {
    clearTimeout(timer);
    timer = setTimeout(expire, lifetime[tone]);
  }

  function seenAgain(): void {
    if (shown) return wait();
    clearTimeout(timer);
    timer = setTimeout(appear, settling);
  }

  function expire(): void {
    if (document.hidden || isCovered() || item.matches(":hover") || item.contains(document.activeElement)) wait();
    else dismiss();
  }

  function dismiss(): void {
    clearTimeout(timer);
    open.abort();
    const hadFocus = item.contains(document.activeElement);
    item.remove();
    spokenOf.delete(item);
    replace();
    if (hadFocus && cameFrom instanceof HTMLElement) cameFrom.focus();
  }

  function dismissUncovered(): void {
    if (shown && !isCovered()) dismiss();
  }

  function escape({ key, isComposing }: KeyboardEvent): void {
    // With an input method, the key takes back what is being composed.
    if (key === "Escape" && !isComposing) dismissUncovered();
  }

  close.addEventListener("click", dismiss);
  item.addEventListener("focusin", ({ relatedTarget }) => {
    cameFrom = relatedTarget;
  });
  onSwipeOrTapBeside(item, toaster, dismissUncovered, open.signal);
  const whileOpen = { signal: open.signal, passive: true };
  for (const type of ["scroll", "resize", "focusin"]) addEventListener(type, replace, whileOpen);
  for (const type of ["scroll", "resize"]) window.visualViewport?.addEventListener(type, replace, whileOpen);
  document.addEventListener("keydown", escape, { signal: open.signal });
  // A dialog's "close" does not bubble.
  for (const type of ["close", "visibilitychange"])
    document.addEventListener(type, seenAgain, { signal: open.signal, capture: true });
  appear();
  return dismiss;
}

function part<Tag extends "div" | "p" | "button">(tag: Tag, className: string, text = ""): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), { className, textContent: text });
}
