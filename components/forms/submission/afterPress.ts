let release = () => {};
let released = Promise.resolve();

// There is no document during pre-rendering.
globalThis.document?.addEventListener(
  "pointerdown",
  () => {
    release();
    released = new Promise((resolve) => (release = resolve));
  },
  true,
);
// A press that opens the context menu is no click, and macOS does not tell of its end (w3c/pointerevents#408).
for (const type of ["pointerup", "pointercancel", "contextmenu"])
  globalThis.document?.addEventListener(type, () => setTimeout(release), true);

/**
 * Calls back once no pointer is pressed and the click is done, as an earlier change of the page could move what is being clicked.
 */
export function afterPress(callback: () => void): void {
  void released.then(() => setTimeout(callback));
}
