/** The product's name; pages, mails and the command line all take it from here. Other brands change this file. */
export const brand = "Keelbook";
/** Where the site is unless `PUBLIC_SITE_URL` says otherwise, without the base path. */
export const defaultSiteUrl = "https://keelbook.example";
/** Where visitors can write to. */
export const contact = "hello@keelbook.example";
