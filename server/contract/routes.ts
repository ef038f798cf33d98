/** Base path of the form routes, on hosted Supabase and on the embedded stack. */
export const formsBasePath = "/functions/v1/forms";
