/** How far a finger must move for a swipe, in CSS pixels. */
export const swipeDistance = 40;

/** Calls `dismiss` for a swipe across a toast and for a tap outside it, but not for scrolling; with a mouse there is the button. */
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
  // On the document, as a finger that began on the toast may end anywhere; scrolling ends in pointercancel.
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
