/** Key in `localStorage`: somebody joined the waitlist in this browser. Does not say who. */
const key = "keelbook-joined";

/** Remembers that somebody joined in this browser, so that the link confirms at once (docs/decisions/0129). */
export function rememberJoin(): void {
  try {
    localStorage.setItem(key, "1");
  } catch {
    // If the browser refuses storage, the link has to be confirmed by a button.
  }
}

/** Forgets it. */
export function forgetJoin(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // A browser that refuses storage has stored nothing.
  }
}

/** Whether somebody joined in this browser. */
export function hasJoinedHere(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
