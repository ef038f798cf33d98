/** The user's email address, or phone number if there is none. */
let user: string | null = null;
const listeners = new Set<() => void>();

/** The signed-in user; null if there is none. */
export function signedInUser(): string | null {
  return user;
}

export function setSignedInUser(next: string | null): void {
  if (next === user) return;
  user = next;
  for (const listener of listeners) listener();
}

/** Calls `listener` when somebody signs in or out; returns a function that stops it. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
