import * as v from "valibot";
import { brand } from "../contract/brand.ts";
import { defaults, definitions as all, isSetting, type SettingKey } from "./definitions.ts";
import { readSettings, type Texts } from "./read.ts";
import { isElsewhere, isSigned, webhookEntries, webhookOf, type WebhookSettings } from "./webhook.ts";

/** How mails leave: by an SMTP server, by Resend, or not at all if neither is set. */
export type MailRoute = { kind: "smtp"; url: URL } | { kind: "resend"; apiKey: string } | { kind: "none" };

/** A route by which mails leave. */
export type MailRouteKind = Exclude<MailRoute["kind"], "none">;

/** The settings that choose a route, of which at most one may be set. */
export const routeSettings: readonly SettingKey[] = ["SMTP_URL", "RESEND_API_KEY"];

/** The captcha of the forms: ALTCHA, which needs no setting, or reCAPTCHA v2 if its secret is set. */
export type CaptchaSettings = { kind: "altcha" } | { kind: "recaptcha"; secret: string };

const captchaEntries = { RECAPTCHA_SECRET_KEY: v.optional(all.RECAPTCHA_SECRET_KEY.format) };
const mailEntries = {
  RESEND_API_KEY: v.optional(all.RESEND_API_KEY.format),
  MAIL_FROM: v.optional(all.MAIL_FROM.format),
  MAIL_IMPRINT: v.optional(all.MAIL_IMPRINT.format, ""),
  MAIL_PER_SECOND: v.optional(all.MAIL_PER_SECOND.format),
  MAIL_WEBHOOK_SECRET: v.optional(all.MAIL_WEBHOOK_SECRET.format),
  MAIL_SCHEDULE_SECRET: v.optional(all.MAIL_SCHEDULE_SECRET.format),
  UNCONFIRMED_DAYS: v.optional(all.UNCONFIRMED_DAYS.format, String(defaults.UNCONFIRMED_DAYS)),
};
/** A function can open no SMTP port: it sends by Resend, or leaves mails to `prelaunch mail send`. */
const smtpEntries = { SMTP_URL: v.optional(all.SMTP_URL.format) };
type Mail = v.InferOutput<v.ObjectSchema<typeof mailEntries, undefined>> & { SMTP_URL?: URL | undefined };
type Captcha = v.InferOutput<v.ObjectSchema<typeof captchaEntries, undefined>>;

const hasSender = <T extends Mail>() =>
  v.check<T, string>(
    ({ SMTP_URL, RESEND_API_KEY, MAIL_FROM }) => MAIL_FROM !== undefined || (!SMTP_URL && !RESEND_API_KEY),
    "MAIL_FROM is missing: mails need an address they come from.",
  );

function mailOf(given: Mail) {
  const { SMTP_URL: url, RESEND_API_KEY: apiKey } = given;
  const route: MailRoute = url ? { kind: "smtp", url } : apiKey ? { kind: "resend", apiKey } : { kind: "none" };
  return {
    route,
    /** Only the inbox folder accepts this default. */
    from: given.MAIL_FROM ?? { name: brand, address: "no-reply@localhost" },
    imprint: given.MAIL_IMPRINT,
    /** Most mails a second. */
    perSecond: given.MAIL_PER_SECOND ?? defaults.MAIL_PER_SECOND[route.kind],
    /** Secret that signs the provider's reports; without it they are refused. */
    webhookSecret: given.MAIL_WEBHOOK_SECRET,
    /** Secret of the database's scheduled jobs; without it they are refused. */
    scheduleSecret: given.MAIL_SCHEDULE_SECRET,
    /** Days after which an unconfirmed address or account is erased. */
    unconfirmedDays: given.UNCONFIRMED_DAYS,
  };
}

/** How mails are sent. */
export type MailSettings = ReturnType<typeof mailOf>;

const captchaOf = ({ RECAPTCHA_SECRET_KEY: secret }: Captcha): CaptchaSettings =>
  secret === undefined ? { kind: "altcha" } : { kind: "recaptcha", secret };

const mailSchema = v.pipe(v.object({ ...mailEntries, ...smtpEntries }), hasSender(), v.transform(mailOf));
const captchaSchema = v.pipe(v.object(captchaEntries), v.transform(captchaOf));

/** Reads how mails are sent. @throws SettingsError naming every wrong setting at once. */
export const readMailSettings = (texts: Texts): MailSettings => readSettings(mailSchema, texts);

const webhookSchema = v.pipe(v.object(webhookEntries), isSigned(), v.transform(webhookOf));

/** Reads where events are told; undefined if nowhere. @throws SettingsError naming every wrong setting at once. */
export const readWebhookSettings = (texts: Texts): WebhookSettings | undefined => readSettings(webhookSchema, texts);

/** Reads which captcha the forms have. @throws SettingsError where it is wrong. */
export const readCaptchaSettings = (texts: Texts): CaptchaSettings => readSettings(captchaSchema, texts);

const targetSchema = v.object({
  SUPABASE_URL: v.optional(all.SUPABASE_URL.format),
  SUPABASE_SECRET_KEY: v.optional(all.SUPABASE_SECRET_KEY.format),
  SUPABASE_PUBLISHABLE_KEY: v.optional(all.SUPABASE_PUBLISHABLE_KEY.format),
  DATA_FOLDER: v.optional(all.DATA_FOLDER.format, defaults.DATA_FOLDER),
});

/** Reads what the command line works on. @throws SettingsError naming every wrong setting at once. */
export const readTarget = (texts: Texts): v.InferOutput<typeof targetSchema> => readSettings(targetSchema, texts);

const stackSchema = v.pipe(
  v.object({
    ...mailEntries,
    ...smtpEntries,
    ...captchaEntries,
    ...webhookEntries,
    SITE_URL: v.optional(all.SITE_URL.format),
    PORT: v.optional(all.PORT.format, String(defaults.PORT)),
    HOST: v.optional(all.HOST.format, defaults.HOST),
    TRUST_PROXY: v.optional(all.TRUST_PROXY.format, String(defaults.TRUST_PROXY)),
    DATA_FOLDER: v.optional(all.DATA_FOLDER.format, defaults.DATA_FOLDER),
  }),
  hasSender(),
  isSigned(),
  v.transform((given) => ({
    /** 0 takes any free port. */
    port: given.PORT,
    /** Address of the interface to listen on. */
    host: given.HOST,
    /** Number of the operator's reverse proxies in front, each of which appends to `X-Forwarded-For`. */
    proxies: given.TRUST_PROXY,
    dataFolder: given.DATA_FOLDER,
    captcha: captchaOf(given),
    mail: mailOf(given),
    webhook: webhookOf(given),
    /** Public address of the site if another server is in front: browsers may call from its origin, and mails link to it. */
    ...(given.SITE_URL === undefined ? {} : { siteUrl: given.SITE_URL }),
  })),
);

/** The operator's settings of an embedded stack. */
export type StackSettings = v.InferOutput<typeof stackSchema>;

/** Reads the settings of `npm start`. @throws SettingsError naming every wrong one at once. */
export const readStackSettings = (texts: Texts): StackSettings => readSettings(stackSchema, texts);

const functionEntries = {
  SITE_URL: all.SITE_URL.format,
  FORMS_SECRET: all.FORMS_SECRET.format,
  CLIENT_ADDRESS_HEADER: v.optional(all.CLIENT_ADDRESS_HEADER.format, defaults.CLIENT_ADDRESS_HEADER),
  ...mailEntries,
  ...captchaEntries,
  ...webhookEntries,
};

/** The settings that `deploy` passes on to the form backend. */
export const functionSettings: readonly SettingKey[] = Object.keys(functionEntries).filter(isSetting);

const formsSchema = v.pipe(
  v.object({
    SUPABASE_URL: all.SUPABASE_URL.format,
    SUPABASE_SECRET_KEY: all.SUPABASE_SECRET_KEY.format,
    ...functionEntries,
  }),
  hasSender(),
  isSigned(),
  isElsewhere(),
  v.transform((given) => ({
    supabaseUrl: given.SUPABASE_URL,
    secretKey: given.SUPABASE_SECRET_KEY,
    /** Public address of the site, to which mails link; browsers may call from its origin only. */
    siteUrl: given.SITE_URL,
    mail: mailOf(given),
    webhook: webhookOf(given),
    /** Signs ALTCHA challenges and keys hashes. */
    secret: given.FORMS_SECRET,
    captcha: captchaOf(given),
    /** The header in which the platform itself puts the visitor's address, as the last entry. */
    clientAddressHeader: given.CLIENT_ADDRESS_HEADER,
  })),
);

const namedKeys = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.pipe(v.string(), v.nonEmpty())));

/**
 * The secret key in an environment. A hosted project gives its functions `SUPABASE_SECRET_KEYS`, a JSON object of keys by name, and
 * older ones `SUPABASE_SERVICE_ROLE_KEY`; a secret of our own cannot take their place, as the prefix is reserved
 * (https://supabase.com/docs/guides/functions/secrets). `SUPABASE_SECRET_KEY` is for hosts of our own.
 */
function findSecretKey(env: Texts): string | undefined {
  const keys = v.safeParse(namedKeys, env["SUPABASE_SECRET_KEYS"]);
  const named = keys.success ? (keys.output["default"] ?? Object.values(keys.output)[0]) : undefined;
  return env["SUPABASE_SECRET_KEY"]?.trim() || (named ?? env["SUPABASE_SERVICE_ROLE_KEY"]);
}

/**
 * Reads the settings of a hosted deployment from its environment.
 * @throws SettingsError naming every missing or wrong key at once.
 */
export const readFormsSettings = (env: Texts) =>
  readSettings(formsSchema, { ...env, SUPABASE_SECRET_KEY: findSecretKey(env) });
