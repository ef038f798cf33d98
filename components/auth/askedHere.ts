import { recall, remember } from "../storage.ts";

/** Key in `localStorage` of a link that was requested in this browser and has not been followed yet. */
const key = "keelbook-link-asked";

/** How long it is remembered, in milliseconds: long enough to replace an expired link. */
const memory = 24 * 60 * 60 * 1000;

export interface Asked {
  email: string;
  /** The name given at sign-up; it only counts if the confirmed owner sends it again (docs/decisions/0061). */
  name?: string;
}

/** Remembers the recipient of a mailed link, so that an expired link can be replaced with one press. */
export function rememberAsked(asked: Asked): void {
  remember(key, JSON.stringify({ ...asked, until: Date.now() + memory }));
}

/** Who requested a link in this browser; undefined if nobody did. */
export function askedHere(): Asked | undefined {
  try {
    const { email, name, until }: Record<string, unknown> = JSON.parse(recall(key) ?? "{}");
    if (typeof email !== "string" || !(Number(until) > Date.now())) return undefined;
    return { email, ...(typeof name === "string" ? { name } : {}) };
  } catch {
    return undefined;
  }
}

/** Forgets the request, after a sign-in. */
export const forgetAsked = (): void => remember(key, null);
