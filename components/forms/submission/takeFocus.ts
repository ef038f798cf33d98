/**
 * Moves the focus into a form, or into its replacement, unless the visitor is elsewhere by now, such as in another form. If all of
 * `home` is out of sight, the page does not scroll.
 */
export function takeFocus(element: HTMLElement | null, home: Element): void {
  const { activeElement, body } = document;
  if (activeElement && activeElement !== body && !home.contains(activeElement)) return;
  const { top, bottom } = home.getBoundingClientRect();
  element?.focus({ preventScroll: bottom < 0 || top > innerHeight });
}
