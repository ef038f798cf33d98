import { embeddedPublishableKey } from "../server/contract/brand.ts";
import { formsBasePath } from "../server/contract/outcomes.ts";

/** Address of the form backend: in the Supabase project, by default at the page's own origin. */
export const formsUrl = `${import.meta.env.PUBLIC_SUPABASE_URL ?? ""}${formsBasePath}`;

/** Origin of the Supabase project; by default the page's own. */
export const supabaseUrl = (): string => import.meta.env.PUBLIC_SUPABASE_URL || location.origin;

/** The public (anonymous) key. */
export const supabaseKey = import.meta.env.PUBLIC_SUPABASE_KEY || embeddedPublishableKey;

/** Time limit of an answer, in milliseconds: of the forms, and of the auth service. */
export const timeout = 15_000;
