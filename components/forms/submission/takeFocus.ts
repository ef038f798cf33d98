/**
 * Moves the focus into a form, or into its replacement, unless the visitor is elsewhere by now, such as in another form. If all of
 * `home` is out of sight, the page does not scroll. Returns whether it may have scrolled.
 */
export function takeFocus(element: HTMLElement | null, home: Element): boolean {
  const { activeElement, body } = document;
  if (activeElement && activeElement !== body && !home.contains(activeElement)) return false;
  const { top, bottom } = home.getBoundingClientRect();
  const preventScroll = bottom < 0 || top > innerHeight;
  element?.focus({ preventScroll });
  return !preventScroll;
}

/**
 * Moves the focus like {@link takeFocus} to a control that may be about to get a message, and brings its whole row into view: browsers
 * scroll only to the caret, and before the message is there, WebKit after the callbacks of the first frame.
 */
export function goToRow(control: HTMLElement | null, form: Element): void {
  if (!takeFocus(control, form)) return;
  const show = () => control?.closest("form > *")?.scrollIntoView({ block: "nearest" });
  requestAnimationFrame(() => requestAnimationFrame(show));
}
