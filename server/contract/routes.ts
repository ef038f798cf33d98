/** Where every form route lives, on hosted Supabase and on the embedded stack alike. */
export const formsBasePath = "/functions/v1/forms";
