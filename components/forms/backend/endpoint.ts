import { formsBasePath } from "../../../server/contract/routes.ts";

/** Address of the form backend: the Supabase project's, or the page's own origin when none is configured. */
export const formsUrl = `${import.meta.env.PUBLIC_SUPABASE_URL ?? ""}${formsBasePath}`;

/** Where the self-hosted captcha gives its challenges. */
export const challengeUrl = `${formsUrl}/captcha`;

/** How long an answer may take, in milliseconds. */
export const timeout = 15_000;
