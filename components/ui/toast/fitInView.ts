/** Distance from the edges of what is seen, and the least width for which toasts are laid out, in CSS pixels. */
const [gap, least] = [8, 260];

/** Whether the visitor has zoomed in with two fingers, so that only a part of the window is seen. */
export const isZoomed = (): boolean => (window.visualViewport?.scale ?? 1) > 1.01;

/**
 * Moves a toaster from its place in the window to the same place in what is seen of it: that is less while the visitor zooms with two
 * fingers, or an on-screen keyboard is open. Zoomed, it is at most as wide as that, and its words are enlarged as far as they have room.
 */
export function fitInView(toaster: HTMLElement, atTop: boolean): void {
  const { style } = toaster;
  Object.assign(style, { maxWidth: "", scale: "", translate: "" });
  const seen = window.visualViewport;
  if (!seen) return;
  const { scale, offsetLeft, offsetTop, width } = seen;
  const zoomed = isZoomed();
  const factor = zoomed ? Math.min(1, document.documentElement.clientWidth / least / scale) : 1;
  if (zoomed) style.maxWidth = `${width / factor - 2 * gap}px`;
  const { left, top, bottom, height } = toaster.getBoundingClientRect();
  const x = zoomed ? offsetLeft + gap * factor - left : 0;
  const lowest = offsetTop + seen.height - gap;
  const y = atTop ? Math.max(0, offsetTop + gap - top) : Math.min(0, lowest - bottom) + height * (1 - factor);
  if (!zoomed && y === 0) return;
  Object.assign(style, { scale: `${factor}`, translate: `${x}px ${y}px`, transformOrigin: "0 0" });
}
