/** Attribute of `<html>` while a session is being restored, for which CSS shows the spinner (requirements 2). */
export const authMark = "data-auth";

/**
 * Key of the session in `localStorage`, which the head script reads too. Mocked sessions have another key, because a real backend on
 * the same port, such as that of `npm start`, would refuse them.
 */
export const storageKey =
  import.meta.env.DEV && import.meta.env.PUBLIC_BACKEND !== "embedded"
    ? "sb-mocked-auth-token"
    : "sb-keelbook-auth-token";

/**
 * Matches the query or fragment of a sign-in link: a token to spend, or a session or error that a service sends back. It is the
 * source of a regular expression, which the head script and the entry share.
 */
export const linkPattern = "[?#&](?:token_hash|access_token|error|error_code)=";

/** Fragment that opens the sign-in dialog. */
export const signInHash = "#sign-in";

/** Fragment of the welcome card. */
export const welcomeHash = "#welcome";
