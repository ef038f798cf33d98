import { recall, remember } from "./storage.ts";

/** Key in `localStorage`. Its value says that somebody joined the waitlist in this browser, and not who. */
const key = "keelbook-joined";

/** Remembers that somebody joined in this browser, so that the link confirms at once. */
export const rememberJoin = (): void => remember(key, "1");

export const forgetJoin = (): void => remember(key, null);

export const hasJoinedHere = (): boolean => recall(key) !== null;

/** Remembers that whoever joined in this browser has been through the questions, so that they are not asked again once they confirm. */
export const rememberAsked = (): void => remember(key, "asked");

export const wasAskedHere = (): boolean => recall(key) === "asked";
