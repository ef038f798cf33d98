/** In `localStorage`: somebody has joined the waitlist in this browser. It does not say who. */
const key = "keelbook-joined";

/** Remembers that somebody has joined here, whose link then confirms at once (docs/decisions/0129). */
export function rememberJoin(): void {
  try {
    localStorage.setItem(key, "1");
  } catch {
    // A browser that refuses storage shows the button.
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

/** Whether somebody has joined here. */
export function hasJoinedHere(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
