let release = () => {};
let released = Promise.resolve();

// A page that is being rendered has no document.
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
 * Calls back once no pointer is pressed and the click is done: what came onto the page sooner would move what is being clicked.
 */
export function afterPress(callback: () => void): void {
  void released.then(() => setTimeout(callback));
}
