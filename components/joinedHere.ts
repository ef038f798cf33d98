import { recall, remember } from "./storage.ts";

/** Key in `localStorage`. Its value says that somebody joined the waitlist in this browser, and not who. */
const key = "keelbook-joined";

/** Remembers that somebody joined in this browser, so that the link confirms at once. */
export const rememberJoin = (): void => remember(key, "1");

export const forgetJoin = (): void => remember(key, null);

export const hasJoinedHere = (): boolean => recall(key) !== null;
