import * as v from "valibot";
import { findSecretKey } from "./secretKey.ts";

const optional = <S extends v.GenericSchema<string, unknown>>(schema: S) =>
  v.pipe(
    v.optional(v.string()),
    v.transform((text) => text?.trim() || undefined),
    v.optional(schema),
  );

const secret = (name: string) =>
  v.pipe(v.string(`${name} is missing.`), v.minLength(32, `${name} must have at least 32 characters.`));
const url = (name: string) =>
  v.pipe(v.string(`${name} is missing.`), v.url(`${name} must be a URL, such as https://example.com.`));

const origins = v.pipe(
  url("SITE_URL"),
  v.transform((text) => new URL(text).origin),
);

const environment = v.object({
  SUPABASE_URL: url("SUPABASE_URL"),
  SUPABASE_SECRET_KEY: v.pipe(v.string("SUPABASE_SECRET_KEY is missing."), v.nonEmpty("SUPABASE_SECRET_KEY is empty.")),
  SITE_URL: origins,
  FORMS_SECRET: secret("FORMS_SECRET"),
  RECAPTCHA_SECRET_KEY: optional(v.string()),
  CLIENT_ADDRESS_HEADER: optional(
    v.pipe(
      v.string(),
      v.regex(/^[\w-]+$/u, "CLIENT_ADDRESS_HEADER must be the name of a header, such as cf-connecting-ip."),
      v.toLowerCase(),
    ),
  ),
});

/** What Cloudflare, in front of every hosted project, sets and overwrites; the gateway behind it only adds to others. */
const cloudflareHeader = "cf-connecting-ip";

/** What the form backend needs to know of a hosted project. */
export interface FormsSettings {
  supabaseUrl: string;
  secretKey: string;
  /** Name of the setting the secret key came from. */
  secretKeyFrom: string | undefined;
  /** Origin of the site; browsers may call from it alone. */
  siteOrigin: string;
  /** Signs ALTCHA challenges and keys hashes; at least 32 characters. */
  secret: string;
  /** reCAPTCHA v2 takes the place of ALTCHA where this is set. */
  recaptchaSecret: string | undefined;
  /** The one header that the platform itself writes the visitor's address to, as its last entry. */
  clientAddressHeader: string;
}

/** Some settings are missing or wrong; the message has a line for each. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/**
 * Reads the settings of a hosted deployment from its environment. The secret key may come under any
 * name that {@link findSecretKey} knows.
 * @throws SettingsError naming every missing or wrong key at once.
 */
export function readFormsSettings(env: Record<string, string | undefined>): FormsSettings {
  const secretKey = findSecretKey(env);
  const result = v.safeParse(environment, {
    ...env,
    SUPABASE_SECRET_KEY: secretKey.key,
    // An absent key, unlike an undefined one, would be reported by the object instead of by its own schema.
    SUPABASE_URL: env.SUPABASE_URL,
    SITE_URL: env.SITE_URL,
    FORMS_SECRET: env.FORMS_SECRET,
  });
  if (!result.success) throw new SettingsError(result.issues.map((issue) => issue.message).join("\n"));
  const { SUPABASE_URL, SUPABASE_SECRET_KEY, SITE_URL, FORMS_SECRET, RECAPTCHA_SECRET_KEY, CLIENT_ADDRESS_HEADER } =
    result.output;
  return {
    supabaseUrl: SUPABASE_URL,
    secretKey: SUPABASE_SECRET_KEY,
    secretKeyFrom: secretKey.from,
    siteOrigin: SITE_URL,
    secret: FORMS_SECRET,
    recaptchaSecret: RECAPTCHA_SECRET_KEY,
    clientAddressHeader: CLIENT_ADDRESS_HEADER ?? cloudflareHeader,
  };
}
