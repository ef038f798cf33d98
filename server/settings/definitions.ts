import * as v from "valibot";
import * as formats from "./formats.ts";

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

interface Definition {
  format: v.GenericSchema<string, unknown>;
  /** What holds while it is not set. */
  unset?: string;
  /** Whether its value must never be shown. */
  secret?: true;
  /** Whether the deployed form backend reads it, and whether it requires it. */
  function?: "required" | "optional";
  /** Whether `deploy` requires it. */
  deploy?: "required";
}

const text = formats.text;
const longSecret = v.pipe(v.string(), v.minLength(32), v.description("must have at least 32 characters"));
const headerName = v.pipe(
  formats.pattern(/^[\w-]+$/u, "must be the name of a header, such as cf-connecting-ip"),
  v.toLowerCase(),
);
// It ends up in command lines.
const projectRef = formats.pattern(
  /^[a-z]{20}$/u,
  "must be 20 lower-case letters, as in the address of the project's dashboard",
);
/** Signing secret of Standard Webhooks. */
const webhookSecret = formats.pattern(
  /^whsec_(?=.{16})(?:[\dA-Za-z+/]{4})*(?:[\dA-Za-z+/]{2,3}={0,2})?$/u,
  "must be the webhook's signing secret, which begins with whsec_",
);

/** All settings, in the order `config` shows them: of the build, the form backend, `npm start` and the command line. */
export const definitions = {
  /** Where visitors reach the site: mails link to it, and only its origin may call the backend. */
  SITE_URL: { format: formats.url, function: "required" },
  /** Origin in the page's canonical link and its preview card. */
  PUBLIC_SITE_URL: { format: formats.origin, unset: "that of SITE_URL" },
  /** Sub-path the site is built for, by default that of its address. */
  BASE_PATH: { format: formats.basePath },
  PORT: { format: formats.wholeNumber(0, 65_535) },
  HOST: { format: formats.interfaceAddress },
  /** How many proxies of the operator's own stand before `npm start`. */
  TRUST_PROXY: { format: formats.wholeNumber(0, 9) },
  DATA_FOLDER: { format: formats.folder },
  /** Hosted project to work on. */
  SUPABASE_URL: { format: formats.origin, unset: "the embedded stack" },
  SUPABASE_SECRET_KEY: { format: formats.secretKey, secret: true },
  /** With which `check` tests the policies. */
  SUPABASE_PUBLISHABLE_KEY: { format: formats.publicKey },
  /** Project that the page talks to. */
  PUBLIC_SUPABASE_URL: { format: formats.origin, unset: "the page's own origin" },
  PUBLIC_SUPABASE_KEY: { format: formats.publicKey },
  /** Signs captchas and keys hashes in the form backend. */
  FORMS_SECRET: { format: longSecret, secret: true, function: "required" },
  /** Header in which the function's platform names the caller's address. */
  CLIENT_ADDRESS_HEADER: { format: headerName, unset: defaults.CLIENT_ADDRESS_HEADER, function: "optional" },
  /** Name and town of who runs the site, beside the waitlist. */
  PUBLIC_IMPRINT: { format: text, unset: "not shown" },
  /** Folder of components/copy/ with the texts of page and mails. */
  PUBLIC_LANGUAGE: { format: text, unset: "en" },
  PUBLIC_RECAPTCHA_SITE_KEY: { format: text, unset: "ALTCHA" },
  RECAPTCHA_SECRET_KEY: { format: text, secret: true, function: "optional" },
  MAIL_FROM: { format: formats.mailbox, function: "optional" },
  SMTP_URL: { format: formats.smtpUrl, secret: true, unset: "Resend, else the inbox folder" },
  RESEND_API_KEY: { format: text, secret: true, function: "optional" },
  MAIL_PER_SECOND: { format: formats.wholeNumber(1, 1000), unset: "10 by SMTP, 2 by Resend", function: "optional" },
  /** Name and postal address of whoever sends, under each mail. */
  MAIL_IMPRINT: { format: formats.mailLine, function: "optional" },
  /** Signs the provider's reports of bounces and complaints. */
  MAIL_WEBHOOK_SECRET: { format: webhookSecret, secret: true, function: "optional" },
  /** Lets the hosted project's clock ask the function to send mails that are due and erase data no longer needed. */
  MAIL_SCHEDULE_SECRET: { format: longSecret, secret: true, function: "optional" },
  /** Who decides with `beta`. */
  OPERATOR: { format: text, unset: "the user of this machine" },
  /** Until what was never confirmed is erased. A link that confirms is valid for 90 days. */
  UNCONFIRMED_DAYS: { format: formats.wholeNumber(1, 90), unset: "30", function: "optional" },
  /** Project that `deploy` goes to. */
  SUPABASE_PROJECT_REF: { format: projectRef, deploy: "required" },
  /** Signs the Supabase CLI in. */
  SUPABASE_ACCESS_TOKEN: { format: text, secret: true, deploy: "required" },
  /** Path of the Supabase CLI. */
  SUPABASE_CLI: { format: text, unset: "npm's, else the one on the PATH" },
  /** Lets the Supabase CLI migrate the database. */
  SUPABASE_DB_PASSWORD: { format: text, secret: true, deploy: "required" },
} as const satisfies Record<string, Definition>;

/** Name of a setting. */
export type SettingKey = keyof typeof definitions;

/** Whether a name is that of a setting. */
export const isSetting = (name: string): name is SettingKey => Object.hasOwn(definitions, name);

/** The names of all settings, in the same order. */
export const settingKeys = Object.keys(definitions).filter(isSetting);

/** The definition of a setting. */
export const definitionOf = (key: SettingKey): Definition => definitions[key];

/** The settings that the deployed form backend reads; `deploy` passes them on. */
export const functionSettings = settingKeys.filter((key) => definitionOf(key).function !== undefined);

/** The settings that `deploy` requires. */
export const deploySettings = settingKeys.filter((key) =>
  [definitionOf(key).deploy, definitionOf(key).function].includes("required"),
);
