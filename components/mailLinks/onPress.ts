/**
 * Calls `run` for a press by pointer, key or assistive technology; a script's `click()` is none of these. Chromium does not
 * mark a screen reader's press as trusted, but sends what comes before a click as well (docs/decisions/0129).
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
