/** Elements that a press can be meant for. */
const pressable = "a, button, summary, label, input, select, textarea";

let installed = false;

/**
 * From now on ignores the second press of a double click or tap, and a held Enter key, if it reaches another element than the first
 * one: then the view has changed in between, and the visitor has not seen it yet (docs/decisions/0191). Calling it again has no
 * effect.
 */
export function ignoreSecondPresses(): void {
  if (installed) return;
  installed = true;
  let first: unknown;
  let astray = false;
  const stop = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const options = { capture: true };

  document.addEventListener(
    "mousedown",
    (event) => {
      const hit = event.target instanceof Element ? (event.target.closest(pressable) ?? event.target) : undefined;
      // The first press may have come before this code ran.
      if (event.detail < 2 || !first) first = hit;
      astray = hit !== first;
      // Prevented, so that the focus stays.
      if (astray) stop(event);
    },
    options,
  );
  // A click by key or script has no count and is not affected.
  document.addEventListener("click", (event) => astray && event.detail > 0 && stop(event), options);
  let held: EventTarget | null;
  document.addEventListener(
    "keydown",
    (event) => {
      if (!event.repeat) held = event.target;
      else if (event.key === "Enter" && event.target !== held) stop(event);
    },
    options,
  );
}
