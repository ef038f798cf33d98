/** The product's name, for pages, mails and the command line. Another brand changes this file. */
export const brand = "Keelbook";
/** Default origin of the site, which `PUBLIC_SITE_URL` overrides. */
export const defaultSiteUrl = "https://keelbook.example";
/** E-mail address for visitors. */
export const contact = "hello@keelbook.example";
