/** On `<html>` while a session is being restored; CSS shows the spinner for it (requirements 2). */
export const authMark = "data-auth";

/** Where the session is kept in `localStorage`; the head script looks there too. */
export const storageKey = "sb-keelbook-auth-token";

/**
 * Finds what a sign-in link has in its query or fragment: a token to spend, or what a service sends back, which is a
 * session or an error. The source of a regular expression, as only a string is written out in every chunk that needs it (docs/decisions/0014).
 */
export const linkPattern = "[?#&](?:token_hash|access_token|error|error_code)=";

/** What opens the sign-in dialog, in the address and in links. */
export const signInHash = "#sign-in";

/** The welcome card's place. */
export const welcomeHash = "#welcome";
