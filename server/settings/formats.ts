import * as v from "valibot";
import { brand, defaultContact } from "../contract/brand.ts";
import { isRecord } from "../contract/outcomes.ts";
import { limits } from "../contract/limits.ts";
import { emailField } from "../contract/text.ts";
import { isLoopback } from "../lib/loopback.ts";
import { line, maxLineLength } from "../mail/messages/parameters.ts";
import { isUrl } from "../lib/isUrl.ts";

// The description of a format ends its error message, after the setting's name. No message quotes a value: it may be a secret.

export const pattern = (regex: RegExp, description: string) =>
  v.pipe(v.string(), v.regex(regex), v.description(`must be ${description}`));

export const text = v.string();

export const folder = pattern(
  /^(?!(?:.*\/)?(?:~|\$HOME)(?:\/|$))/u,
  "a path without ~ or $HOME, which only a shell replaces by your home folder",
);

export const longSecret = v.pipe(v.string(), v.minLength(32), v.description("must have at least 32 characters"));

/** A hosted project's reference, which ends up in command lines. */
export const projectRef = pattern(
  /^[a-z]{20}$/u,
  "20 lower-case letters, as in the address of the project's dashboard",
);

/** Signing secret of Standard Webhooks. */
export const webhookSecret = pattern(
  /^whsec_[\d+/A-Za-z]{16,}={0,2}$/u,
  "the webhook's signing secret, which begins with whsec_",
);

const webUrl = v.pipe(
  v.string(),
  v.check(isUrl),
  v.transform((value) => new URL(value)),
  // The link may not end in an empty query or fragment, as copied from a browser: it would be inside each link
  // of a mail.
  v.check(({ protocol, username, href }) => /^https?:$/u.test(protocol) && !username && !/[?#]|\/\/:/u.test(href)),
  // A scheme that was pasted in front of another one reads as a host.
  v.check(({ hostname, pathname }) => !/^https?$/u.test(hostname) && !pathname.startsWith("//")),
  v.description("must be a URL, such as https://example.com"),
);

export const url = v.pipe(
  webUrl,
  v.transform(({ origin: site, pathname }) => site + pathname.replace(/\/(?:index\.html)?$/u, "")),
);

/** The public address of a site, to which mails link: by HTTPS and a name, or on this machine for trying out. */
export const siteUrl = v.pipe(
  url,
  v.check((address) => {
    const { protocol, hostname } = new URL(address);
    const isNumber = hostname.startsWith("[") || /^[\d.]+$/u.test(hostname);
    return isLoopback(hostname) || (protocol === "https:" && !isNumber);
  }),
  v.description("must be a URL that begins with https:// and a name, such as https://example.com"),
);

/** The origin of a web address; a path, such as that of a project's REST interface in the dashboard, is left out. */
export const origin = v.pipe(
  webUrl,
  v.transform((address) => address.origin),
);

/** The address of a Supabase project, which is not that of the dashboard. */
export const projectUrl = v.pipe(
  origin,
  v.check((address) => !/^(?:www\.|app\.)?supabase\.(?:com|io)$/u.test(new URL(address).hostname)),
  v.description("must be the project's own URL, such as https://abcdefghijklmnopqrst.supabase.co"),
);

export const wholeNumber = (min: number, max: number) =>
  v.pipe(
    pattern(/^\d+$/u, ""),
    v.transform(Number),
    v.minValue(min),
    v.maxValue(max),
    v.description(`must be a whole number from ${min} to ${max}`),
  );

export const wholeNumberOrOff = (min: number, max: number) =>
  v.pipe(
    v.union([v.literal("off"), wholeNumber(min, max)]),
    v.description(`must be a whole number from ${min} to ${max}, or off`),
  );

/** Address of a network interface, without what may be around it in a URL: brackets, port, zone. */
export const interfaceAddress = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.union([v.literal("localhost"), v.pipe(v.string(), v.ip(), v.excludes("%"))]),
  v.description("must be the address to listen on, such as 127.0.0.1 or 0.0.0.0"),
);

/** The base path of the site. A relative one would break the not-found page, which is shown at any depth. */
export const basePath = pattern(
  /^\/(?:(?!\.{1,2}\/)[\w.~-]+\/)*$/u,
  "a path of letters a to z, digits and . _ ~ - with a slash at both ends, such as /promo/",
);

/** The contents of a legacy API key, a JWT: the role that it is made for, or the project (`ref`). */
export function legacyClaim(key: string, name: "role" | "ref"): unknown {
  try {
    const claims: unknown = JSON.parse(atob((key.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")));
    return isRecord(claims) ? claims[name] : undefined;
  } catch {
    return undefined;
  }
}

/** An API key as a header can hold it (RFC 6750 section 2.1), which is not of the other kind. */
const apiKey = (otherPrefix: string, otherRole: string, description: string) =>
  v.pipe(
    pattern(/^[\w.~+/-]+=*$/u, ""),
    v.check((key) => !key.startsWith(otherPrefix) && legacyClaim(key, "role") !== otherRole),
    v.description(`must be ${description}`),
  );

/** A public key: a key that bypasses row level security must never be built into the page. */
export const publicKey = apiKey(
  "sb_secret_",
  "service_role",
  "the publishable key as the dashboard shows it, not a secret one, which everybody would see",
);

export const secretKey = apiKey(
  "sb_publishable_",
  "anon",
  "the secret key as the dashboard shows it, not the publishable one, which may do nothing here",
);

export const mailLine = v.pipe(
  line(maxLineLength),
  v.description(`must be one line of at most ${maxLineLength} characters, without control characters`),
);

/** A display name as it is or, as in a mail, in quotes; then the address. */
const named = /^"?(?<name>[^<>"\\]*)"?\s*<(?<address>[^<>]+)>$/u;

export const mailbox = v.pipe(
  v.string(),
  v.transform((given) => ({ name: "", address: given, ...named.exec(given)?.groups })),
  v.object({ name: v.pipe(v.string(), v.trim(), line(maxLineLength)), address: emailField(limits.email) }),
  v.description(`must be an address, or a name and an address: ${brand} <${defaultContact}>`),
);

export const address = v.pipe(emailField(limits.email), v.description(`must be an address, such as ${defaultContact}`));

export const smtpUrl = v.pipe(
  v.string(),
  // A password that is not encoded would end at its first slash, question mark or hash.
  v.regex(/^smtps?:\/\/(?:(?:[^\s/?#@%]|%[\da-f]{2})*@)?[^\s/?#@%]+\/?$/iu),
  v.check(isUrl),
  v.transform((value) => new URL(value)),
  // TLS begins at once on 465, and by a command on 587 (RFC 8314 section 3.3): a mix-up would only end in a time-out.
  v.check(({ protocol, port }) => port !== (protocol === "smtps:" ? "587" : "465")),
  v.description(
    "must be smtp://user:password@host:587 or smtps://user:password@host:465, with % as %25, # as %23 and / as %2F",
  ),
);

/** An address to which personal data, or people with an invite code, are sent: it uses HTTPS, or is a program on this machine. */
export const secureUrl = v.pipe(
  v.string(),
  v.check(isUrl),
  v.transform((value) => new URL(value)),
  v.check(({ protocol, hostname }) => protocol === "https:" || (protocol === "http:" && isLoopback(hostname))),
  // `fetch` refuses an address with a user or a password.
  v.check(({ hostname, username, password }) => !username && !password && !/^https?$/u.test(hostname)),
  v.description("must be an address that begins with https://, without a user or a password"),
);

/** The text is taken apart as on the page. */
export const founderNote = pattern(/\S\s+[—–-]\s+\S/u, "what the founder says and, after a dash, who that is");
