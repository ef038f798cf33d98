import { cloudflareHeader, defaultRate, defaultUnconfirmedDays } from "./defaults.ts";
import * as format from "./formats.ts";
import { smtpUrl } from "./smtpUrl.ts";

interface Definition {
  /** One line of help. */
  about: string;
  /** What holds while it is not set. */
  unset?: string;
  /** Whether its value must never be shown. */
  secret?: true;
  format: format.Format<unknown>;
  /** Whether the deployed form backend reads it, and whether it requires it. */
  function?: "required" | "optional";
  /** Whether `deploy` requires it. */
  deploy?: "required";
}

/** All settings, in the order `config` shows them: of the build, the form backend, `npm start` and the command line. */
export const definitions = {
  SITE_URL: {
    about: "Where visitors reach the site: mails link to it, and only its origin may call the backend",
    format: format.url,
    function: "required",
  },
  PUBLIC_SITE_URL: {
    about: "Origin in the page's canonical link and its preview card",
    unset: "that of SITE_URL",
    format: format.origin,
  },
  BASE_PATH: {
    about: "Sub-path the site is built for, such as /promo/; by default that of its address",
    format: format.basePath,
  },
  PORT: { about: "Port that `npm start` answers on", format: format.wholeNumber(0, 65_535) },
  HOST: { about: "Address that `npm start` listens on", format: format.interfaceAddress },
  TRUST_PROXY: { about: "How many proxies of your own stand before `npm start`", format: format.wholeNumber(0, 9) },
  DATA_FOLDER: { about: "Folder of the embedded stack", format: format.folder },
  SUPABASE_URL: {
    about: "Hosted project to work on, such as https://abc.supabase.co",
    unset: "the embedded stack",
    format: format.origin,
  },
  SUPABASE_SECRET_KEY: { about: "Its secret key (sb_secret_…)", secret: true, format: format.secretKey },
  SUPABASE_PUBLISHABLE_KEY: {
    about: "Its public key, with which `check` tests the policies",
    format: format.publicKey,
  },
  PUBLIC_SUPABASE_URL: {
    about: "Project that the page talks to",
    unset: "the page's own origin",
    format: format.origin,
  },
  PUBLIC_SUPABASE_KEY: { about: "That project's publishable key", format: format.publicKey },
  FORMS_SECRET: {
    about: "Signs captchas and keys hashes in the form backend",
    secret: true,
    format: format.longSecret,
    function: "required",
  },
  CLIENT_ADDRESS_HEADER: {
    about: "Header in which the function's platform names the caller's address",
    unset: cloudflareHeader,
    format: format.headerName,
    function: "optional",
  },
  PUBLIC_IMPRINT: {
    about: "Name and town of who runs the site, beside the waitlist",
    unset: "not shown",
    format: format.text,
  },
  PUBLIC_RECAPTCHA_SITE_KEY: { about: "reCAPTCHA v2 on the page", unset: "ALTCHA", format: format.text },
  RECAPTCHA_SECRET_KEY: {
    about: "reCAPTCHA v2 in the form backend",
    secret: true,
    format: format.text,
    function: "optional",
  },
  MAIL_FROM: {
    about: 'Sender of the mails, such as "Keelbook <hello@keelbook.example>"',
    format: format.mailbox,
    function: "optional",
  },
  SMTP_URL: {
    about: "SMTP server that mails go to, such as smtp://user:password@host:587",
    unset: "Resend, else the inbox folder",
    secret: true,
    format: smtpUrl,
  },
  RESEND_API_KEY: {
    about: "Has mails sent by Resend's API, also from the deployed function, which can open no SMTP port",
    secret: true,
    format: format.text,
    function: "optional",
  },
  MAIL_PER_SECOND: {
    about: "Most mails sent per second",
    unset: `${defaultRate.smtp} by SMTP, ${defaultRate.resend} by Resend`,
    format: format.wholeNumber(1, 1000),
    function: "optional",
  },
  MAIL_IMPRINT: {
    about: "Name and postal address of whoever sends, under each mail",
    format: format.mailLine,
    function: "optional",
  },
  MAIL_WEBHOOK_SECRET: {
    about: "Signs the provider's reports of bounces and complaints (whsec_…)",
    secret: true,
    format: format.webhookSecret,
    function: "optional",
  },
  MAIL_SCHEDULE_SECRET: {
    about:
      "Lets the hosted project's clock ask the function to send mails that are due and erase data no longer needed",
    secret: true,
    format: format.longSecret,
    function: "optional",
  },
  OPERATOR: { about: "Who decides with `beta`", unset: "the user of this machine", format: format.text },
  UNCONFIRMED_DAYS: {
    about: "Days after which an address or account that was never confirmed is erased",
    unset: String(defaultUnconfirmedDays),
    // A link that confirms is valid for 90 days (`register_email_tokens` of supabase/migrations).
    format: format.wholeNumber(1, 90),
    function: "optional",
  },
  SUPABASE_PROJECT_REF: { about: "Project that `deploy` goes to", format: format.projectRef, deploy: "required" },
  SUPABASE_ACCESS_TOKEN: { about: "Signs the Supabase CLI in", secret: true, format: format.text, deploy: "required" },
  SUPABASE_CLI: {
    about: "Path of the Supabase CLI",
    unset: "npm's, else the one on the PATH",
    format: format.text,
  },
  SUPABASE_DB_PASSWORD: {
    about: "Lets the Supabase CLI migrate the database",
    secret: true,
    format: format.text,
    deploy: "required",
  },
} as const satisfies Record<string, Definition>;

/** Name of a setting. */
export type SettingKey = keyof typeof definitions;

/** The value of a setting in its final form. */
export type SettingValue<Key extends SettingKey> =
  (typeof definitions)[Key]["format"] extends format.Format<infer Value> ? Value : never;

const formats: { readonly [Key in SettingKey]: { format: format.Format<SettingValue<Key>> } } = definitions;

/** The format of a setting. */
export const formatOf = <Key extends SettingKey>(key: Key): format.Format<SettingValue<Key>> => formats[key].format;

/** The names of all settings, in the same order. */
export const settingKeys = Object.keys(definitions).filter((name): name is SettingKey => name in definitions);

/** The definition of a setting. */
export const definitionOf = (key: SettingKey): Definition => definitions[key];

/** The settings that the deployed form backend reads; `deploy` passes them on. */
export const functionSettings = settingKeys.filter((key) => definitionOf(key).function !== undefined);

/** The settings that `deploy` requires. */
export const deploySettings = settingKeys.filter(
  (key) => definitionOf(key).deploy === "required" || definitionOf(key).function === "required",
);
