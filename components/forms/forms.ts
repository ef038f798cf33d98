// All forms, one line each: the page shows and hydrates them by name.
export { beta } from "./beta.ts";
export { waitlist } from "./waitlist.ts";
