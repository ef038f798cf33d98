/**
 * Moves the focus into a form, or into what took its place, unless the visitor is somewhere else by now: in another form, say.
 * Where `home`, all of it, is out of sight, the page stays where it is.
 */
export function takeFocus(element: HTMLElement | null, home: Element): void {
  const { activeElement, body } = document;
  if (activeElement && activeElement !== body && !home.contains(activeElement)) return;
  const { top, bottom } = home.getBoundingClientRect();
  element?.focus({ preventScroll: bottom < 0 || top > innerHeight });
}
