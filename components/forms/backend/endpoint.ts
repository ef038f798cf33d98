import { formsBasePath } from "../../../server/contract/outcomes.ts";

/** Address of the form backend: in the Supabase project, by default at the page's own origin. */
export const formsUrl = `${import.meta.env.PUBLIC_SUPABASE_URL ?? ""}${formsBasePath}`;

/** Address of the self-hosted captcha's challenges. */
export const challengeUrl = `${formsUrl}/captcha`;

/** Time limit of an answer, in milliseconds: of the forms, and of the auth service. */
export const timeout = 15_000;
