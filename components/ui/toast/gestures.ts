/** How far a finger moves a toast until it lets go of the page, in CSS pixels. */
export const swipeDistance = 40;

/** Calls `dismiss` for a swipe across a toast and for a tap beside it; scrolling is neither, and a mouse has the button. */
export function onSwipeOrTapBeside(
  item: HTMLElement,
  toaster: HTMLElement,
  dismiss: () => void,
  signal: AbortSignal,
): void {
  let from: { x: number; y: number } | undefined;
  const moved = ({ clientX, clientY }: PointerEvent) => ({ x: clientX - (from?.x ?? 0), y: clientY - (from?.y ?? 0) });
  const release = () => {
    from = undefined;
    item.style.translate = "";
  };

  item.addEventListener("pointerdown", ({ pointerType, clientX, clientY }) => {
    if (pointerType !== "mouse") from = { x: clientX, y: clientY };
  });
  item.addEventListener("pointermove", (event) => {
    if (!from) return;
    const { x, y } = moved(event);
    item.style.translate = `${x}px ${y}px`;
  });
  item.addEventListener("pointercancel", release);
  // On the document, where a finger that began on the toast may end; a scrolling one ends in pointercancel.
  document.addEventListener(
    "pointerup",
    (event) => {
      if (event.pointerType === "mouse") return;
      const beside = !from && event.target instanceof Node && !toaster.contains(event.target);
      const { x, y } = moved(event);
      if (beside || (from && Math.hypot(x, y) >= swipeDistance)) dismiss();
      else release();
    },
    { signal },
  );
}
