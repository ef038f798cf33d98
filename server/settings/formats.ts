import * as v from "valibot";
import { isRecord } from "../contract/outcomes.ts";
import { limits } from "../contract/limits.ts";
import { emailField } from "../contract/text.ts";
import type { Mailbox } from "../mail/mail.ts";
import { line, maxLineLength } from "../mail/messages/parameters.ts";

/** The required format of a setting's text. */
export interface Format<T> {
  schema: v.GenericSchema<string, T>;
  /** The end of the error message, after the setting's name: "must be …". */
  must: string;
}

/** A parsed value, or an error message, which never quotes the value, as it may be a secret. */
export type Parsed<T> = { value: T } | { problem: string };

/** Parses a value of the setting `name`. */
export function parseAs<T>({ schema, must }: Format<T>, name: string, value: string): Parsed<T> {
  const result = v.safeParse(schema, value);
  return result.success ? { value: result.output } : { problem: `${name} ${must}.` };
}

/** Any text. */
export const text: Format<string> = { schema: v.string(), must: "must be text" };

/** Path of a folder. */
export const folder: Format<string> = {
  schema: v.pipe(
    v.string(),
    v.check((path) => !path.split(/[\\/]/u).some((part) => ["~", "$HOME", "${HOME}"].includes(part))),
  ),
  must: "must be a path without ~ or $HOME, which only a shell replaces by your home folder",
};

const webUrl = v.pipe(
  v.string(),
  v.check((value) => URL.canParse(value)),
  v.transform((value) => new URL(value)),
  // An empty query or fragment, as copied from a browser, shows in the text alone; it would be inside each link of a mail.
  v.check(
    ({ protocol, username, password, href }) =>
      /^https?:$/u.test(protocol) && !username && !password && !/[?#]/u.test(href),
  ),
);

/** The folder that a web address leads to, without a slash at its end; some hosts show its page as `index.html`. */
export const folderOf = ({ pathname }: URL): string => pathname.replace(/\/(?:index\.html)?$/u, "");

/** A web address, without a slash at its end. */
export const url: Format<string> = {
  schema: v.pipe(
    webUrl,
    v.transform((address) => address.origin + folderOf(address)),
  ),
  must: "must be a URL, such as https://example.com",
};

/** The origin of a web address; a path, such as that of a project's REST interface in the dashboard, is left out. */
export const origin: Format<string> = {
  schema: v.pipe(
    webUrl,
    v.transform((address) => address.origin),
  ),
  must: url.must,
};

/** A whole number. */
export const wholeNumber = (min: number, max: number): Format<number> => ({
  schema: v.pipe(v.string(), v.regex(/^\d+$/u), v.transform(Number), v.minValue(min), v.maxValue(max)),
  must: `must be a whole number from ${min} to ${max}`,
});

/** A secret with too many random characters to guess. */
export const longSecret: Format<string> = {
  schema: v.pipe(v.string(), v.minLength(32)),
  must: "must have at least 32 characters",
};

/** Name of an HTTP header, in lower case. */
export const headerName: Format<string> = {
  schema: v.pipe(v.string(), v.regex(/^[\w-]+$/u), v.toLowerCase()),
  must: "must be the name of a header, such as cf-connecting-ip",
};

/** Address of a network interface, without what may be around it in a URL: brackets, port, zone. */
export const interfaceAddress: Format<string> = {
  schema: v.pipe(
    v.string(),
    v.toLowerCase(),
    v.union([v.literal("localhost"), v.pipe(v.string(), v.ip(), v.excludes("%"))]),
  ),
  must: "must be the address to listen on, such as 127.0.0.1 or 0.0.0.0",
};

/** The base path of the site. A relative one would break the not-found page, which is shown at any depth. */
export const basePath: Format<string> = {
  schema: v.pipe(v.string(), v.regex(/^\/(?:(?!\.{1,2}\/)[\w.~-]+\/)*$/u)),
  must: "must begin and end with a slash, such as /promo/",
};

/** Reference of a hosted project, which ends up in command lines. */
export const projectRef: Format<string> = {
  schema: v.pipe(v.string(), v.regex(/^[a-z]{20}$/u)),
  must: "must be 20 lower-case letters, as in the address of the project's dashboard",
};

/** The role that a legacy API key, a JWT, is made for. */
function legacyRole(key: string): unknown {
  try {
    const [, payload = ""] = key.split(".");
    const claims: unknown = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    return isRecord(claims) ? claims["role"] : undefined;
  } catch {
    return undefined;
  }
}

/** What a header can hold as a key (RFC 6750 section 2.1): no quotation marks, and not the ellipsis of an example. */
const keyText = v.pipe(v.string(), v.regex(/^[\w.~+/-]+=*$/u));

/** A public key: a key that bypasses row level security must never be built into the page. */
export const publicKey: Format<string> = {
  schema: v.pipe(
    keyText,
    v.check((key) => !key.startsWith("sb_secret_") && legacyRole(key) !== "service_role"),
  ),
  must: "must be the publishable key as the dashboard shows it, not a secret one, which everybody would see",
};

/** A key that bypasses row level security. */
export const secretKey: Format<string> = {
  schema: v.pipe(
    keyText,
    v.check((key) => !key.startsWith("sb_publishable_") && legacyRole(key) !== "anon"),
  ),
  must: "must be the secret key as the dashboard shows it, not the publishable one, which may do nothing here",
};

/** A line that is shown in mails; a mail with any other text would not be sent. */
export const mailLine: Format<string> = {
  schema: line(maxLineLength),
  must: `must be one line of at most ${maxLineLength} characters, without control characters`,
};

/** A display name as it is or, as in a mail, quoted (RFC 5322 section 3.2.4); then the address. */
const named = /^(?:(?<name>[^<>"\r\n]*)|"(?<quoted>(?:[^"\\\r\n]|\\.)*)"\s*)<(?<address>[^<>]+)>$/u;

/** An e-mail address, alone or after a display name. */
export const mailbox: Format<Mailbox> = {
  schema: v.pipe(
    v.string(),
    v.transform((given) => {
      const { name, quoted = "", address = given } = named.exec(given)?.groups ?? {};
      return { name: name ?? quoted.replaceAll(/\\(.)/gu, "$1"), address };
    }),
    v.object({ name: v.pipe(v.string(), v.trim(), line(maxLineLength)), address: emailField(limits.email) }),
  ),
  must: "must be an address, or a name and an address: Keelbook <hello@keelbook.example>",
};

/** Signing secret of Standard Webhooks. */
export const webhookSecret: Format<string> = {
  schema: v.pipe(v.string(), v.regex(/^whsec_(?=.{16})(?:[\dA-Za-z+/]{4})*(?:[\dA-Za-z+/]{2,3}={0,2})?$/u)),
  must: "must be the webhook's signing secret, which begins with whsec_",
};
