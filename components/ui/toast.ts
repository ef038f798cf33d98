import { closeLabel } from "../copy/loading.ts";
import { showLater } from "../focus.ts";

/** Tone of a toast: `destructive` for failures, `success` for successes (requirements 8). */
type ToastTone = "success" | "destructive";

export interface ToastText {
  title: string;
  text: string;
}

/** How long a toast stays, in milliseconds; longer while the pointer or the focus is on it, or the page is hidden. */
export const lifetime: Record<ToastTone, number> = { success: 6_000, destructive: 12_000 };

/** A stack over the navigation; the rest of its look is in late.css. */
const place = "wrap pointer-events-none fixed inset-x-0 top-0 z-50";
const look = {
  item: "pointer-events-auto relative rounded-lg border border-edge bg-surface py-2 ps-4 pe-10 text-sm text-ink lifted tight:px-3",
  title: "font-semibold",
  close:
    "absolute end-0 top-0 grid size-[44px] cursor-pointer place-items-center text-xl text-muted hover:text-ink tight:static tight:ms-auto",
};

/**
 * Adds the empty live regions to the page. Screen readers announce text that is added to a region, but not a region that is added with
 * its text, so this has to run well before the first toast. Calling it again has no effect.
 */
export function mountToaster(): Record<ToastTone, Element> {
  const toaster = document.querySelector("[data-toaster]") ?? part("div", place);
  toaster.setAttribute("data-toaster", "");
  if (!toaster.isConnected) (document.querySelector("main") ?? document.body).append(toaster);
  return { destructive: region(toaster, "destructive", "alert"), success: region(toaster, "success", "status") };
}

function region(toaster: Element, tone: ToastTone, role: "alert" | "status"): Element {
  const present = toaster.querySelector(`[data-tone=${tone}]`);
  if (present) return present;
  const live = part("div");
  live.dataset["tone"] = tone;
  live.setAttribute("role", role);
  // Both roles imply "true", which would read the older toasts again with each new one.
  live.setAttribute("aria-atomic", "false");
  toaster.append(live);
  return live;
}

/** Shows a message over the page. It closes by its button, by Escape, after some time, or by the returned function. */
export function toast(tone: ToastTone, { title, text }: ToastText): () => void {
  const item = part("div", look.item);
  const close = part("button", look.close, "×");
  close.type = "button";
  close.setAttribute("aria-label", closeLabel);
  item.append(part("p", look.title, title), part("p", "", text), close);

  const open = new AbortController();
  let timer = setTimeout(expire, lifetime[tone]);
  let cameFrom: EventTarget | null = null;

  function expire(): void {
    if (document.hidden || item.matches(":hover") || item.contains(document.activeElement))
      timer = setTimeout(expire, lifetime[tone]);
    else dismiss();
  }

  function dismiss(): void {
    clearTimeout(timer);
    open.abort();
    const hadFocus = item.contains(document.activeElement);
    item.remove();
    keepClear();
    if (hadFocus && cameFrom instanceof HTMLElement) cameFrom.focus();
  }

  close.addEventListener("click", dismiss);
  item.addEventListener("focusin", ({ relatedTarget }) => (cameFrom = relatedTarget));
  // While an input method composes, Escape takes back the composition, and the toast stays.
  const escape = ({ key, isComposing }: KeyboardEvent) => key === "Escape" && !isComposing && dismiss();
  document.addEventListener("keydown", escape, { signal: open.signal });
  mountToaster()[tone].append(item);
  // It closes when the visitor goes on: on a small screen it may reach the success view, which says the same.
  const goOn = ({ target }: Event) => {
    if (tone === "success" && !(target instanceof Node && item.contains(target))) dismiss();
  };
  for (const type of ["pointerdown", "wheel"])
    document.addEventListener(type, goOn, { passive: true, signal: open.signal });
  screen.orientation?.addEventListener("change", goOn, { signal: open.signal });
  keepClear();
  return dismiss;
}

/** Keeps what is scrolled into view, such as the control in use, from lying under the toasts. */
function keepClear(): void {
  const toaster = document.querySelector("[data-toaster]");
  const { style } = document.documentElement;
  const { bottom = 0, height = 0 } = toaster?.getBoundingClientRect() ?? {};
  style.scrollPaddingTop = height > 0 ? `${bottom + 8}px` : "";
  const { activeElement, body } = document;
  if (height === 0 || !activeElement || activeElement === body) return;
  const used = activeElement.getBoundingClientRect();
  if (used.top < innerHeight && used.bottom > 0) showLater(activeElement);
}

function part<Tag extends "div" | "p" | "button">(
  tag: Tag,
  className = "",
  textContent = "",
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), { className, textContent });
}
