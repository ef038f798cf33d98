import * as v from "valibot";
import * as formats from "./formats.ts";

/** A setting whose value is never shown. */
const secret = <T extends v.GenericSchema<string, unknown>>(format: T) =>
  v.optional(v.pipe(format, v.metadata({ secret: true })));

// Every setting is defined once, in the group of those that are read together, with its format and its default.

export const site = {
  /** Where visitors reach the site: mails link to it, and only its origin may call the backend. */
  SITE_URL: v.optional(formats.siteUrl),
};

/** Settings that the build puts into the page. */
const page = {
  /** Address in the page's canonical link and its preview card, by default that of SITE_URL. */
  PUBLIC_SITE_URL: v.optional(formats.siteUrl),
  /** Sub-path the site is built for, by default that of its address. */
  BASE_PATH: v.optional(formats.basePath, "/"),
  /** Project that the page talks to, by default its own origin. */
  PUBLIC_SUPABASE_URL: v.optional(formats.projectUrl),
  PUBLIC_SUPABASE_KEY: v.optional(formats.publicKey),
  /** Address to which visitors write. Without it the page has the brand's default, which may be nobody's. */
  PUBLIC_CONTACT: v.optional(formats.address),
  /** Name and town of the person who runs the site, above the waitlist. */
  PUBLIC_IMPRINT: v.optional(formats.text),
  /** Why somebody builds this, in two sentences above the waitlist. The text after the last dash is their name and town. */
  PUBLIC_FOUNDER_NOTE: v.optional(formats.founderNote),
  /** Address of the product, once it is open to everybody: the page then leads there instead of to its forms. */
  PUBLIC_PRODUCT_URL: v.optional(formats.secureUrl),
  /** Whether the page reports its visits; it does unless this is 0. */
  PUBLIC_COUNT_VISITS: v.optional(formats.pattern(/^[01]$/u, "0 or 1")),
  /** The captcha is ALTCHA if this is not set. */
  PUBLIC_RECAPTCHA_SITE_KEY: v.optional(formats.text),
};

/** Settings of `npm start` only. */
export const server = {
  PORT: v.optional(formats.wholeNumber(0, 65_535), "4173"),
  HOST: v.optional(formats.interfaceAddress, "127.0.0.1"),
  /** How many of the operator's own proxies are in front of `npm start`. */
  TRUST_PROXY: v.optional(formats.wholeNumber(0, 9), "0"),
};

export const stackFolder = { DATA_FOLDER: v.optional(formats.folder, ".data") };

/** Hosted project to work on; without it, the embedded stack. */
export const project = {
  SUPABASE_URL: v.optional(formats.projectUrl),
  SUPABASE_SECRET_KEY: secret(formats.secretKey),
  /** The key with which `check` tests the policies. */
  SUPABASE_PUBLISHABLE_KEY: v.optional(formats.publicKey),
};

/** Settings of the deployed form backend only. */
export const forms = {
  /** Signs captchas and keys hashes. */
  FORMS_SECRET: secret(formats.longSecret),
  /**
   * Header in which the function's platform names the caller's address. Cloudflare, in front of every hosted project, sets and
   * overwrites the default; the gateway behind it only appends to other headers.
   */
  CLIENT_ADDRESS_HEADER: v.optional(formats.text, "cf-connecting-ip"),
};

export const captcha = { RECAPTCHA_SECRET_KEY: secret(formats.text) };

/** A function can open no SMTP port: it sends by Resend, or leaves mails to `prelaunch mail send`. */
export const smtp = { SMTP_URL: secret(formats.smtpUrl) };

export const mail = {
  MAIL_FROM: v.optional(formats.mailbox),
  RESEND_API_KEY: secret(formats.text),
  /** The default depends on the route. */
  MAIL_PER_SECOND: v.optional(formats.wholeNumber(1, 1000)),
  /** Whether mails to the list go by Resend's batches, 100 by a request. */
  MAIL_BATCH: v.optional(formats.pattern(/^[01]$/u, "0 or 1"), "1"),
  /** Name and postal address of the sender, under each mail. */
  MAIL_IMPRINT: v.optional(formats.mailLine, ""),
  /** Signs the provider's reports of bounces and complaints. */
  MAIL_WEBHOOK_SECRET: secret(formats.webhookSecret),
  /** Lets the hosted project's clock ask the function to send mails that are due and erase data no longer needed. */
  MAIL_SCHEDULE_SECRET: secret(formats.longSecret),
  /** Address of the product, to which the launch mail leads each person with an invite code. */
  PRODUCT_URL: v.optional(formats.secureUrl),
  /** The operator's address: a digest goes there each morning, and an alert at once in case of trouble. */
  OPERATOR_EMAIL: v.optional(formats.address),
  /** How many people may be mailed at least for each to see their place on the list; off if nobody ever does. */
  PLACE_FROM: v.optional(formats.wholeNumberOrOff(0, 1_000_000), "100"),
  /** Days until an address or account that was never confirmed is erased. A link that confirms is valid for 90 days. */
  UNCONFIRMED_DAYS: v.optional(formats.wholeNumber(1, 90), "30"),
};

export const webhook = {
  /** Address that receives events (who joins, confirms, leaves and applies): the operator's, or an incoming webhook of Slack or Discord. */
  WEBHOOK_URL: secret(formats.secureUrl),
  /** Signs the events. */
  WEBHOOK_SECRET: secret(formats.webhookSecret),
};

/** Settings of the command line only. */
const commandLine = {
  /** The name that decisions of `beta` are recorded under, by default that of the user of this machine. */
  OPERATOR: v.optional(formats.text),
  /** The reference of the project that `deploy` works on. */
  SUPABASE_PROJECT_REF: v.optional(formats.projectRef),
  /** Signs the Supabase CLI in. */
  SUPABASE_ACCESS_TOKEN: secret(formats.text),
  /** Path of the Supabase CLI, by default npm's, else the one on the PATH. */
  SUPABASE_CLI: v.optional(formats.text),
  /** Lets the Supabase CLI migrate the database. */
  SUPABASE_DB_PASSWORD: secret(formats.text),
};

export const build = { ...site, ...page };

/** All settings, in the order in which `config` shows them. */
export const definitions = {
  ...build,
  ...server,
  ...stackFolder,
  ...project,
  ...forms,
  ...captcha,
  ...smtp,
  ...mail,
  ...webhook,
  ...commandLine,
};

export type SettingKey = keyof typeof definitions;

export const isSetting = (name: string): name is SettingKey => Object.hasOwn(definitions, name);

/** The names of settings, in the same order. */
export const keysOf = (settings: object): SettingKey[] => Object.keys(settings).filter(isSetting);

export const settingKeys = keysOf(definitions);

/** The default of a setting, as text; empty where there is none. */
export const defaultOf = (key: SettingKey): string => definitions[key].default ?? "";

/** Whether a setting's value must never be shown. */
export const isSecret = (key: SettingKey): boolean => "secret" in v.getMetadata(definitions[key].wrapped);
