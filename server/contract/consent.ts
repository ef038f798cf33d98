/** Version of what the page says to people who join the waitlist, of mails and of what is stored; must change whenever that does. */
export const consentText = "2026-11-26";
