/** The public key of every embedded stack. It opens nothing by itself (row level security does), so it is no secret and the export can carry it. */
export const embeddedPublishableKey = "sb_publishable_keelbook_embedded_0000";
