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
for (const type of ["pointerup", "pointercancel"])
  globalThis.document?.addEventListener(type, () => setTimeout(release), true);

/**
 * Calls back once no pointer is pressed and the click is done, as an earlier change of the page could move what is being clicked.
 */
export function afterPress(callback: () => void): void {
  void released.then(() => setTimeout(callback));
}
