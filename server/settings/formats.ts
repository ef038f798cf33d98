import * as v from "valibot";
import { isRecord } from "../contract/outcomes.ts";
import { limits } from "../contract/limits.ts";
import { emailField } from "../contract/text.ts";
import { line, maxLineLength } from "../mail/messages/parameters.ts";

// The description of a format ends its error message, after the setting's name. No message quotes a value: it may be a secret.

/** Any text. */
export const text = v.pipe(v.string(), v.description("must be text"));

/** A text of a pattern. */
export const pattern = (regex: RegExp, description: string) =>
  v.pipe(v.string(), v.regex(regex), v.description(description));

/** Path of a folder. */
export const folder = pattern(
  /^(?!(?:.*[\\/])?(?:~|\$HOME|\$\{HOME\})(?:[\\/]|$))/u,
  "must be a path without ~ or $HOME, which only a shell replaces by your home folder",
);

const webUrl = v.pipe(
  v.string(),
  v.check((value) => URL.canParse(value)),
  v.transform((value) => new URL(value)),
  // An empty query or fragment, as copied from a browser, would be inside each link of a mail.
  v.check(({ protocol, username, href }) => /^https?:$/u.test(protocol) && !username && !/[?#]|\/\/:/u.test(href)),
  v.description("must be a URL, such as https://example.com"),
);

/** The folder that a web address leads to, without a slash at its end; some hosts show its page as `index.html`. */
export const folderOf = ({ pathname }: URL): string => pathname.replace(/\/(?:index\.html)?$/u, "");

/** A web address, without a slash at its end. */
export const url = v.pipe(
  webUrl,
  v.transform((address) => address.origin + folderOf(address)),
);

/** The origin of a web address; a path, such as that of a project's REST interface in the dashboard, is left out. */
export const origin = v.pipe(
  webUrl,
  v.transform((address) => address.origin),
);

/** A whole number. */
export const wholeNumber = (min: number, max: number) =>
  v.pipe(
    pattern(/^\d+$/u, ""),
    v.transform(Number),
    v.minValue(min),
    v.maxValue(max),
    v.description(`must be a whole number from ${min} to ${max}`),
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
  "must begin and end with a slash, such as /promo/",
);

/** The role that a legacy API key, a JWT, is made for. */
function legacyRole(key: string): unknown {
  try {
    const claims: unknown = JSON.parse(atob((key.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")));
    return isRecord(claims) ? claims["role"] : undefined;
  } catch {
    return undefined;
  }
}

/** An API key as a header can hold it (RFC 6750 section 2.1), which is not of the other kind. */
const apiKey = (otherPrefix: string, otherRole: string, description: string) =>
  v.pipe(
    v.string(),
    v.regex(/^[\w.~+/-]+=*$/u),
    v.check((key) => !key.startsWith(otherPrefix) && legacyRole(key) !== otherRole),
    v.description(description),
  );

/** A public key: a key that bypasses row level security must never be built into the page. */
export const publicKey = apiKey(
  "sb_secret_",
  "service_role",
  "must be the publishable key as the dashboard shows it, not a secret one, which everybody would see",
);

/** A key that bypasses row level security. */
export const secretKey = apiKey(
  "sb_publishable_",
  "anon",
  "must be the secret key as the dashboard shows it, not the publishable one, which may do nothing here",
);

/** A line that is shown in mails; a mail with any other text would not be sent. */
export const mailLine = v.pipe(
  line(maxLineLength),
  v.description(`must be one line of at most ${maxLineLength} characters, without control characters`),
);

/** A display name as it is or, as in a mail, quoted (RFC 5322 section 3.2.4); then the address. */
const named = /^(?:(?<name>[^<>"\r\n]*)|"(?<quoted>(?:[^"\\\r\n]|\\.)*)"\s*)<(?<address>[^<>]+)>$/u;

/** An e-mail address, alone or after a display name. */
export const mailbox = v.pipe(
  v.string(),
  v.transform((given) => {
    const { name, quoted = "", address = given } = named.exec(given)?.groups ?? {};
    return { name: name ?? quoted.replaceAll(/\\(.)/gu, "$1"), address };
  }),
  v.object({ name: v.pipe(v.string(), v.trim(), line(maxLineLength)), address: emailField(limits.email) }),
  v.description("must be an address, or a name and an address: Keelbook <hello@keelbook.example>"),
);

/** URL of an SMTP server, with user name and password. */
export const smtpUrl = v.pipe(
  v.string(),
  // A password that is not encoded would end at its first slash, question mark or hash.
  v.regex(/^smtps?:\/\/(?:(?:[^\s/?#@%]|%[\da-f]{2})*@)?[^\s/?#@%]+\/?$/iu),
  // Read as a web address, so that its host is in lower case and in ASCII.
  v.transform((value) => value.replace(/^smtp/iu, "http")),
  v.check((value) => URL.canParse(value)),
  v.transform((value) => new URL(new URL(value).href.replace(/^http/u, "smtp"))),
  // TLS begins at once on 465, and by a command on 587 (RFC 8314 section 3.3): a mix-up would only end in a time-out.
  v.check(({ protocol, port }) => port !== (protocol === "smtps:" ? "587" : "465")),
  v.description(
    "must be smtp://user:password@host:587 or smtps://user:password@host:465, with % as %25, # as %23 and / as %2F",
  ),
);
