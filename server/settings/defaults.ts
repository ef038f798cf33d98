/** Most mails a second, by how they leave; Resend's is the limit of its API, in requests a second. */
export const defaultRate = { smtp: 10, resend: 2, none: 100 };

/** Days after which an unconfirmed address or account is erased. */
export const defaultUnconfirmedDays = 30;

/** Set and overwritten by Cloudflare, in front of every hosted project; the gateway behind it only appends to other headers. */
export const cloudflareHeader = "cf-connecting-ip";
