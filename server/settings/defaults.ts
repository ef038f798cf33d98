/** Port that `npm start` listens on. */
export const defaultPort = 4173;

/** Address of the interface that `npm start` listens on. */
export const defaultHost = "127.0.0.1";

/** Number of the operator's proxies in front of `npm start`. */
export const defaultProxies = 0;

/** Data folder of the embedded stack, relative to the project's folder. */
export const defaultDataFolder = ".data";

/**
 * Most mails a second, by how they leave. Resend takes five requests a second of a team, whichever program sends them
 * (https://resend.com/docs/api-reference/rate-limit); it took two before.
 */
export const defaultRate = { smtp: 10, resend: 2, none: 100 };

/** Days after which an unconfirmed address or account is erased. */
export const defaultUnconfirmedDays = 30;

/** Set and overwritten by Cloudflare, in front of every hosted project; the gateway behind it only appends to other headers. */
export const cloudflareHeader = "cf-connecting-ip";
