/**
 * Moves the focus into a form, or into its replacement, unless the visitor is elsewhere by now, such as in another form. If all of
 * `home` is out of sight, or with `still`, the page does not scroll. Returns whether it may have scrolled, or may now.
 */
export function takeFocus(element: HTMLElement | null, home: Element, still = false): boolean {
  const { activeElement, body } = document;
  if (activeElement && activeElement !== body && !home.contains(activeElement)) return false;
  const { top, bottom } = home.getBoundingClientRect();
  const away = bottom < 0 || top > innerHeight;
  element?.focus({ preventScroll: still || away });
  return !away;
}

/**
 * Moves the focus like {@link takeFocus} to a control that may be about to get a message, and brings its whole row into view: browsers
 * scroll only to the caret, and before the message is there.
 */
export function goToRow(control: HTMLElement | null, form: Element): void {
  if (takeFocus(control, form)) showLater(control?.closest("form > *"));
}

/** Brings something into view once the focus has moved. WebKit scrolls to the caret after the callbacks of the first frame. */
export function showLater(element: Element | null | undefined): void {
  requestAnimationFrame(() => requestAnimationFrame(() => element?.scrollIntoView({ block: "nearest" })));
}

/**
 * Brings the card of a form's heading below the navigation, with room above it, unless the heading is in sight with what stands beside it;
 * the heading alone where a screen of a few lines (400 % zoom) has no room for that.
 */
export function showCard(heading: Element | null | undefined): void {
  // The toast has its place by then, too.
  requestAnimationFrame(() => {
    const first = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
    const card = heading?.closest("[data-island]")?.parentElement;
    const { top = 0, bottom = 0 } = heading?.parentElement?.getBoundingClientRect() ?? {};
    if (top >= first && bottom <= innerHeight) return;
    const hasRoom = card && bottom - card.getBoundingClientRect().top <= innerHeight - first;
    (hasRoom ? card : heading)?.scrollIntoView({ block: "start" });
  });
}

/** Moves the focus to what has just been rendered: Firefox gives it to no `legend` that has no layout yet, which measuring makes. */
export function focusNew(element: HTMLElement | null): void {
  element?.getBoundingClientRect();
  element?.focus();
}

let release = () => {};
let released = Promise.resolve();

// There is no document during pre-rendering.
globalThis.document?.addEventListener(
  "pointerdown",
  () => {
    release();
    released = new Promise((resolve) => (release = resolve));
  },
  true,
);
// A press that opens the context menu is no click, and macOS does not tell of its end (w3c/pointerevents#408).
for (const type of ["pointerup", "pointercancel", "contextmenu"])
  globalThis.document?.addEventListener(type, () => setTimeout(release), true);

/** Calls back once no pointer is pressed and the click is done, as an earlier change of the page could move what is being clicked. */
export function afterPress(callback: () => void): void {
  void released.then(() => setTimeout(callback));
}
