/** How long the page must have been in view before a press of the button confirms, in ms (docs/decisions/0129). */
export const leastView = 5_000;

/** Interval of the checks, in ms. */
const tick = 100;

/** Resolves once the page has been in view for `least` ms in total; never after `signal` aborts. */
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
