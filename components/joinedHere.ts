import { recall, remember } from "./storage.ts";

/** Key in `localStorage`: somebody joined the waitlist in this browser. Does not say who. */
const key = "keelbook-joined";

/** Remembers that somebody joined in this browser, so that the link confirms at once. */
export const rememberJoin = (): void => remember(key, "1");

/** Forgets it. */
export const forgetJoin = (): void => remember(key, null);

/** Whether somebody joined in this browser. */
export const hasJoinedHere = (): boolean => recall(key) !== null;
