/** How long React's code may take once there is a message to show, in milliseconds. */
const patience = 10_000;

const attempts = new WeakMap<Element, Promise<unknown>>();

/** Records that the code with which React takes over an island was requested, perhaps again. */
export function noteAttempt(island: Element, code: Promise<unknown>): void {
  attempts.set(island, code);
}

/** Waits until that code could not be fetched and is not requested again, or has taken ten seconds. */
export function missReact(island: Element): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, patience);
    const follow = (attempt: Promise<unknown> | undefined): void => {
      attempt?.catch(() => {
        const latest = attempts.get(island);
        // In a new task, after the island has said that its code could not be fetched.
        if (latest === attempt) setTimeout(resolve);
        else follow(latest);
      });
    };
    follow(attempts.get(island));
  });
}
