/** The product's name, for pages, mails and the command line. Another brand changes this file. */
export const brand = "Keelbook";
/** Default origin of the site, which `PUBLIC_SITE_URL` overrides. */
export const defaultSiteUrl = "https://keelbook.example";
/** Locale of the dates and numbers on the page and in mails (BCP 47). */
export const locale = "en-GB";
/** E-mail address for visitors, which `PUBLIC_CONTACT` overrides. */
export const defaultContact = "hello@keelbook.example";

/**
 * The public key of every embedded stack. It opens nothing by itself (row level security decides), so it is no
 * secret and the export can contain it.
 */
export const embeddedPublishableKey = "sb_publishable_keelbook_embedded_0000";
