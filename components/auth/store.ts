/** The e-mail address, or the phone number of a user without one. */
let user: string | null = null;
const listeners = new Set<() => void>();

/** Who is signed in; null when no one is. */
export function signedInUser(): string | null {
  return user;
}

/** Says who is signed in now. */
export function setSignedInUser(next: string | null): void {
  if (next === user) return;
  user = next;
  for (const listener of listeners) listener();
}

/** Calls `listener` when someone signs in or out; returns how to stop it. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
