import * as v from "valibot";

/** A provider's id of a mail, as the outbox can keep it (`email_outbox_provider_id_length` of supabase/migrations). */
export const providerId = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/u));
