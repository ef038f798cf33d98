import { people, type SessionOptions, sessionOf } from "../../server/mocks/people.ts";
import { storageKey } from "../auth/session.ts";

/** Stores a session in the browser, as if from an earlier visit. */
export function storeSession({ of = people.pending, ...options }: Partial<SessionOptions> = {}): void {
  localStorage.setItem(storageKey, JSON.stringify(sessionOf({ of, ...options })));
}
