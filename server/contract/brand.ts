/** The product's name; pages, mails and the command line all take it from here. */
export const brand = "Keelbook";
