/** How long the page has to have been in view for a press of the button to confirm, in ms (docs/decisions/0129). */
export const leastView = 5_000;

/** How often it is looked, in ms. */
const tick = 100;

/** Resolves once the page has been in view for `least` ms altogether; never after `signal`. */
export function inView(least: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let seen = 0;
    const look = () => {
      if (document.hidden) return;
      if (seen >= least) {
        clearInterval(timer);
        resolve();
      }
      seen += tick;
    };
    const timer = setInterval(look, tick);
    signal.addEventListener("abort", () => clearInterval(timer));
    look();
  });
}
