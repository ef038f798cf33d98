import * as v from "valibot";

/** A provider's id of a mail that the outbox can store (`email_outbox_provider_id_length` of supabase/migrations). */
export const providerId = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/u));
