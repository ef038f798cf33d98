/**
 * Calls `run` for a press by pointer, key or assistive technology, but not for a script's `click()`. Chromium does not mark a screen
 * reader's press as trusted, but also sends the events that precede a click (docs/decisions/0129).
 */
export function onPress(button: HTMLButtonElement, run: () => void): void {
  let touched = false;
  button.addEventListener("pointerdown", () => {
    touched = true;
  });
  button.addEventListener("click", ({ isTrusted }) => {
    if (isTrusted || touched) run();
  });
}
