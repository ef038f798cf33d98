/** What a press is meant for, whichever part of it is hit. */
const pressable = "a, button, summary, label, input, select, textarea";

let installed = false;

/**
 * From now on the second press of a double click or tap, and a held Enter key, do nothing where they reach something else than
 * the first did: what was pressed has made room for another view, and nobody has seen that yet (docs/decisions/0191). Calling it
 * again changes nothing.
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
      // The first may have come before this code.
      if (event.detail < 2 || !first) first = hit;
      astray = hit !== first;
      // Prevented, it leaves the focus where it is.
      if (astray) stop(event);
    },
    options,
  );
  // A click by a key or a script, which has no count, is no part of it.
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
