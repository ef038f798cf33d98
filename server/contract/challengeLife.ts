/** How long a challenge of the self-hosted captcha is valid, in milliseconds: long enough to fill in the beta form. */
export const challengeLife = 20 * 60_000;
