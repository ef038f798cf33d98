import { beta } from "./beta/beta.ts";
import type { FormDefinition } from "./submission/definition.ts";
import { waitlist } from "./waitlist/waitlist.ts";

/** Every form there is. */
export const forms: readonly FormDefinition[] = [waitlist, beta];
