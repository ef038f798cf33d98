import { beta } from "./beta.ts";
import { waitlist } from "./waitlist.ts";

/** All forms: the page shows and hydrates them by name. */
export const forms = { beta, waitlist };
