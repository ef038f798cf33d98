/** In `localStorage`: a link that was asked for in this browser and has not been followed yet. */
const key = "keelbook-link-asked";

/** How long it is remembered, in milliseconds: until an expired link is asked for again. */
const memory = 24 * 60 * 60 * 1000;

/** Who asked for a link. */
export interface Asked {
  email: string;
  /** The name that was given at sign-up; it counts once it is sent again by the confirmed owner (docs/decisions/0061). */
  name?: string;
}

/**
 * Remembers whom a link was mailed to: here it is followed at once, and asked for again in one press when it has expired
 * (docs/decisions/0159).
 */
export function rememberAsked(asked: Asked): void {
  try {
    localStorage.setItem(key, JSON.stringify({ ...asked, until: Date.now() + memory }));
  } catch {
    // A browser that refuses storage shows the button.
  }
}

/** Who asked for a link here; undefined where nobody did. */
export function askedHere(): Asked | undefined {
  try {
    const { email, name, until }: Record<string, unknown> = JSON.parse(localStorage.getItem(key) ?? "{}");
    if (typeof email !== "string" || !(Number(until) > Date.now())) return undefined;
    return { email, ...(typeof name === "string" ? { name } : {}) };
  } catch {
    return undefined;
  }
}

/** Forgets it, once somebody has signed in. */
export function forgetAsked(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // A browser that refuses storage has stored nothing.
  }
}
