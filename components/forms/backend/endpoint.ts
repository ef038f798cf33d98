import { formsBasePath } from "../../../server/contract/limits.ts";

/** Address of the form backend: the Supabase project's, or the page's own origin when none is configured. */
export const formsUrl = `${import.meta.env.PUBLIC_SUPABASE_URL ?? ""}${formsBasePath}`;
