/** How long React's code may take once there is something to say, in milliseconds. */
const patience = 10_000;

const attempts = new WeakMap<Element, Promise<unknown>>();

/** Notes that the code with which React takes an island over was asked for, perhaps once more. */
export function noteAttempt(island: Element, code: Promise<unknown>): void {
  attempts.set(island, code);
}

/** Waits until that code has failed to come and is not asked for again, or has taken ten seconds. */
export function missReact(island: Element): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, patience);
    const follow = (attempt: Promise<unknown> | undefined): void => {
      attempt?.catch(() => {
        const latest = attempts.get(island);
        // In a task of its own, once the island has said that its code could not be fetched.
        if (latest === attempt) setTimeout(resolve);
        else follow(latest);
      });
    };
    follow(attempts.get(island));
  });
}
