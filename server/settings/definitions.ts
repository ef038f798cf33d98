import * as v from "valibot";
import { isRecord } from "../contract/outcomes.ts";
import { limits } from "../contract/limits.ts";
import { emailField } from "../contract/text.ts";
import { line, maxLineLength } from "../mail/messages/parameters.ts";

/** What holds where a setting is not set. */
export const defaults = {
  PORT: 4173,
  HOST: "127.0.0.1",
  TRUST_PROXY: 0,
  DATA_FOLDER: ".data",
  BASE_PATH: "/",
  UNCONFIRMED_DAYS: 30,
  /** Set and overwritten by Cloudflare, in front of every hosted project; the gateway behind it only appends to other headers. */
  CLIENT_ADDRESS_HEADER: "cf-connecting-ip",
  /** By route. Resend takes five requests a second of a team (https://resend.com/docs/api-reference/rate-limit). */
  MAIL_PER_SECOND: { smtp: 10, resend: 2, none: 100 },
};

// The description of a format ends its error message, after the setting's name. No message quotes a value: it may be a secret.

const pattern = (regex: RegExp, description: string) =>
  v.pipe(v.string(), v.regex(regex), v.description(`must be ${description}`));

const text = v.string();

const folder = pattern(
  /^(?!(?:.*\/)?(?:~|\$HOME)(?:\/|$))/u,
  "a path without ~ or $HOME, which only a shell replaces by your home folder",
);

const longSecret = v.pipe(v.string(), v.minLength(32), v.description("must have at least 32 characters"));

/** A hosted project's reference, which ends up in command lines. */
const projectRef = pattern(/^[a-z]{20}$/u, "20 lower-case letters, as in the address of the project's dashboard");

/** Signing secret of Standard Webhooks. */
const webhookSecret = pattern(
  /^whsec_[\d+/A-Za-z]{16,}={0,2}$/u,
  "the webhook's signing secret, which begins with whsec_",
);

const webUrl = v.pipe(
  v.string(),
  v.check((value) => URL.canParse(value)),
  v.transform((value) => new URL(value)),
  // An empty query or fragment, as copied from a browser, would be inside each link of a mail.
  v.check(({ protocol, username, href }) => /^https?:$/u.test(protocol) && !username && !/[?#]|\/\/:/u.test(href)),
  v.description("must be a URL, such as https://example.com"),
);

const url = v.pipe(
  webUrl,
  v.transform(({ origin: site, pathname }) => site + pathname.replace(/\/(?:index\.html)?$/u, "")),
);

/** The origin of a web address; a path, such as that of a project's REST interface in the dashboard, is left out. */
const origin = v.pipe(
  webUrl,
  v.transform((address) => address.origin),
);

const wholeNumber = (min: number, max: number) =>
  v.pipe(
    pattern(/^\d+$/u, ""),
    v.transform(Number),
    v.minValue(min),
    v.maxValue(max),
    v.description(`must be a whole number from ${min} to ${max}`),
  );

/** Address of a network interface, without what may be around it in a URL: brackets, port, zone. */
const interfaceAddress = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.union([v.literal("localhost"), v.pipe(v.string(), v.ip(), v.excludes("%"))]),
  v.description("must be the address to listen on, such as 127.0.0.1 or 0.0.0.0"),
);

/** The base path of the site. A relative one would break the not-found page, which is shown at any depth. */
const basePath = pattern(
  /^\/(?:(?!\.{1,2}\/)[\w.~-]+\/)*$/u,
  "a path of letters a to z, digits and . _ ~ - with a slash at both ends, such as /promo/",
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
    pattern(/^[\w.~+/-]+=*$/u, ""),
    v.check((key) => !key.startsWith(otherPrefix) && legacyRole(key) !== otherRole),
    v.description(`must be ${description}`),
  );

/** A public key: a key that bypasses row level security must never be built into the page. */
const publicKey = apiKey(
  "sb_secret_",
  "service_role",
  "the publishable key as the dashboard shows it, not a secret one, which everybody would see",
);

const secretKey = apiKey(
  "sb_publishable_",
  "anon",
  "the secret key as the dashboard shows it, not the publishable one, which may do nothing here",
);

const mailLine = v.pipe(
  line(maxLineLength),
  v.description(`must be one line of at most ${maxLineLength} characters, without control characters`),
);

/** A display name as it is or, as in a mail, in quotes; then the address. */
const named = /^"?(?<name>[^<>"\\]*)"?\s*<(?<address>[^<>]+)>$/u;

const mailbox = v.pipe(
  v.string(),
  v.transform((given) => ({ name: "", address: given, ...named.exec(given)?.groups })),
  v.object({ name: v.pipe(v.string(), v.trim(), line(maxLineLength)), address: emailField(limits.email) }),
  v.description("must be an address, or a name and an address: Keelbook <hello@keelbook.example>"),
);

const smtpUrl = v.pipe(
  v.string(),
  // A password that is not encoded would end at its first slash, question mark or hash.
  v.regex(/^smtps?:\/\/(?:(?:[^\s/?#@%]|%[\da-f]{2})*@)?[^\s/?#@%]+\/?$/iu),
  v.check((value) => URL.canParse(value)),
  v.transform((value) => new URL(value)),
  // TLS begins at once on 465, and by a command on 587 (RFC 8314 section 3.3): a mix-up would only end in a time-out.
  v.check(({ protocol, port }) => port !== (protocol === "smtps:" ? "587" : "465")),
  v.description(
    "must be smtp://user:password@host:587 or smtps://user:password@host:465, with % as %25, # as %23 and / as %2F",
  ),
);

/** Where events are told: by HTTPS, since they hold personal data, or to a program on this machine. */
const webhookUrl = v.pipe(
  v.string(),
  v.check((value) => URL.canParse(value)),
  v.transform((value) => new URL(value)),
  v.check(({ protocol, hostname }) => protocol === "https:" || (protocol === "http:" && isLoopback(hostname))),
  v.description("must be an address that begins with https://"),
);

/** Whether a host in a URL is this machine. */
const isLoopback = (hostname: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/u.test(hostname);

/** As the page takes it apart. */
const founderNote = pattern(/\S\s+[—–-]\s+\S/u, "what the founder says and, after a dash, who that is");

interface Definition {
  format: v.GenericSchema<string, unknown>;
  /** What holds while it is not set. */
  unset?: string;
  /** Whether its value must never be shown. */
  secret?: true;
}

/** All settings, in the order `config` shows them: of the build, the form backend, `npm start` and the command line. */
export const definitions = {
  /** Where visitors reach the site: mails link to it, and only its origin may call the backend. */
  SITE_URL: { format: url },
  /** Address in the page's canonical link and its preview card. */
  PUBLIC_SITE_URL: { format: url, unset: "SITE_URL" },
  /** Sub-path the site is built for, by default that of its address. */
  BASE_PATH: { format: basePath },
  PORT: { format: wholeNumber(0, 65_535) },
  HOST: { format: interfaceAddress },
  /** How many proxies of the operator's own stand before `npm start`. */
  TRUST_PROXY: { format: wholeNumber(0, 9) },
  DATA_FOLDER: { format: folder },
  /** Hosted project to work on. */
  SUPABASE_URL: { format: origin, unset: "the embedded stack" },
  SUPABASE_SECRET_KEY: { format: secretKey, secret: true },
  /** With which `check` tests the policies. */
  SUPABASE_PUBLISHABLE_KEY: { format: publicKey },
  /** Project that the page talks to. */
  PUBLIC_SUPABASE_URL: { format: origin, unset: "the page's own origin" },
  PUBLIC_SUPABASE_KEY: { format: publicKey },
  /** Signs captchas and keys hashes in the form backend. */
  FORMS_SECRET: { format: longSecret, secret: true },
  /** Header in which the function's platform names the caller's address. */
  CLIENT_ADDRESS_HEADER: { format: text, unset: defaults.CLIENT_ADDRESS_HEADER },
  /** Name and town of who runs the site, beside the waitlist. */
  PUBLIC_IMPRINT: { format: text, unset: "not shown" },
  /** Why somebody builds this, in two sentences beside the beta form; after the last dash who says so, and their town. */
  PUBLIC_FOUNDER_NOTE: { format: founderNote, unset: "not shown" },
  /** Whether the page tells how often it is seen. */
  PUBLIC_COUNT_VISITS: { format: pattern(/^[01]$/u, "0 or 1"), unset: "1" },
  PUBLIC_RECAPTCHA_SITE_KEY: { format: text, unset: "ALTCHA" },
  RECAPTCHA_SECRET_KEY: { format: text, secret: true },
  MAIL_FROM: { format: mailbox },
  SMTP_URL: { format: smtpUrl, secret: true, unset: "Resend, else the inbox folder" },
  RESEND_API_KEY: { format: text, secret: true },
  MAIL_PER_SECOND: { format: wholeNumber(1, 1000), unset: "10 by SMTP, 2 by Resend" },
  /** Name and postal address of whoever sends, under each mail. */
  MAIL_IMPRINT: { format: mailLine },
  /** Signs the provider's reports of bounces and complaints. */
  MAIL_WEBHOOK_SECRET: { format: webhookSecret, secret: true },
  /** Lets the hosted project's clock ask the function to send mails that are due and erase data no longer needed. */
  MAIL_SCHEDULE_SECRET: { format: longSecret, secret: true },
  /** Address that is told who joins, confirms, leaves and applies: the operator's, or an incoming webhook of Slack or Discord. */
  WEBHOOK_URL: { format: webhookUrl, secret: true, unset: "nobody is told" },
  /** Signs what is told. */
  WEBHOOK_SECRET: { format: webhookSecret, secret: true },
  /** Who decides with `beta`. */
  OPERATOR: { format: text, unset: "the user of this machine" },
  /** Until what was never confirmed is erased. A link that confirms is valid for 90 days. */
  UNCONFIRMED_DAYS: { format: wholeNumber(1, 90), unset: "30" },
  /** Project that `deploy` goes to. */
  SUPABASE_PROJECT_REF: { format: projectRef },
  /** Signs the Supabase CLI in. */
  SUPABASE_ACCESS_TOKEN: { format: text, secret: true },
  /** Path of the Supabase CLI. */
  SUPABASE_CLI: { format: text, unset: "npm's, else the one on the PATH" },
  /** Lets the Supabase CLI migrate the database. */
  SUPABASE_DB_PASSWORD: { format: text, secret: true },
} as const satisfies Record<string, Definition>;

/** Name of a setting. */
export type SettingKey = keyof typeof definitions;

/** Whether a name is that of a setting. */
export const isSetting = (name: string): name is SettingKey => Object.hasOwn(definitions, name);

/** The names of all settings, in the same order. */
export const settingKeys = Object.keys(definitions).filter(isSetting);

/** The definition of a setting. */
export const definitionOf = (key: SettingKey): Definition => definitions[key];
