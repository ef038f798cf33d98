// All forms, one line each; the app reads them as a table.
export { beta } from "./beta.ts";
export { waitlist } from "./waitlist.ts";
