import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { defaultDataFolder } from "../../server/embedded/folder/open.ts";
import { CliError } from "./errors.ts";

/** Every setting the command line reads, in the order `config` shows them. */
export const settingKeys = {
  SUPABASE_URL: {
    about: "Hosted project to work on, such as https://abc.supabase.co; unset: the embedded stack",
    secret: false,
  },
  SUPABASE_SECRET_KEY: { about: "Its secret key (sb_secret_…)", secret: true },
  SUPABASE_PUBLISHABLE_KEY: { about: "Its public key, which `check` tries the policies with", secret: false },
  SUPABASE_JWT_SECRET: { about: "Lets `check` be a signed-in stranger without adding a user", secret: true },
  DATA_FOLDER: { about: "Folder of the embedded stack", secret: false },
  SITE_URL: { about: "Where the site is published", secret: false },
  BASE_PATH: { about: "Sub-path the site is published under, such as /promo/", secret: false },
  FORMS_SECRET: { about: "Signs captchas and keys hashes in the form backend", secret: true },
  PUBLIC_RECAPTCHA_SITE_KEY: { about: "reCAPTCHA v2 on the page; unset: ALTCHA", secret: false },
  RECAPTCHA_SECRET_KEY: { about: "reCAPTCHA v2 in the form backend", secret: true },
  SUPABASE_PROJECT_REF: { about: "Project that `deploy` goes to", secret: false },
  SUPABASE_ACCESS_TOKEN: { about: "Signs the Supabase CLI in", secret: true },
  SUPABASE_DB_PASSWORD: { about: "Lets the Supabase CLI migrate the database", secret: true },
  SUPABASE_CLI: {
    about: "Path of the Supabase CLI; unset: the one npm installed, else the one on the PATH",
    secret: false,
  },
} as const satisfies Record<string, { about: string; secret: boolean }>;

export type SettingKey = keyof typeof settingKeys;

/** Where a value came from; an earlier one wins. */
export type SettingSource = "flag" | "environment" | ".env" | "default";

export type Settings = Partial<Record<SettingKey, { value: string; source: SettingSource }>>;

const isKey = (name: string): name is SettingKey => name in settingKeys;

function readDotEnv(folder: string): Record<string, string | undefined> {
  try {
    return parseEnv(readFileSync(join(folder, ".env"), "utf8"));
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return {};
    throw new CliError("configuration", `The file .env in ${folder} cannot be read.`, { cause });
  }
}

/** Resolves the settings: flags, then the environment, then `.env` in `folder`, then defaults. Blank values count as unset. */
export function resolveSettings(flags: Settings, env: Record<string, string | undefined>, folder: string): Settings {
  const dotEnv = readDotEnv(folder);
  const settings: Settings = { DATA_FOLDER: { value: join(folder, defaultDataFolder), source: "default" } };
  for (const key of Object.keys(settingKeys).filter(isKey)) {
    if (dotEnv[key]?.trim()) settings[key] = { value: dotEnv[key].trim(), source: ".env" };
    if (env[key]?.trim()) settings[key] = { value: env[key].trim(), source: "environment" };
  }
  // From the project's folder, wherever the operator stands; a path typed as a flag is resolved as shells do.
  const { DATA_FOLDER: data } = settings;
  if (data) settings.DATA_FOLDER = { ...data, value: resolve(folder, data.value) };
  return { ...settings, ...flags };
}

/** Which backend the settings point at. */
export type BackendSettings =
  | { kind: "embedded"; dataFolder: string }
  | { kind: "hosted"; url: string; secretKey: string; publishableKey: string | undefined };

/**
 * Reads which backend to work on.
 * @throws CliError `configuration` when a hosted project is named by half.
 */
export function backendSettings({
  SUPABASE_URL: url,
  SUPABASE_SECRET_KEY: key,
  SUPABASE_PUBLISHABLE_KEY: publishable,
  DATA_FOLDER: data,
}: Settings): BackendSettings {
  if (!url && !key) return { kind: "embedded", dataFolder: data?.value ?? defaultDataFolder };
  if (!url || !key) {
    const [there, missing] = url ? ["SUPABASE_URL", "SUPABASE_SECRET_KEY"] : ["SUPABASE_SECRET_KEY", "SUPABASE_URL"];
    throw new CliError("configuration", `${there} is set, but ${missing} is missing.`, {
      hint: "Set both for a hosted project, or neither for the embedded stack.",
    });
  }
  if (!URL.canParse(url.value))
    throw new CliError("configuration", `SUPABASE_URL is not a URL: ${url.value}`, {
      hint: "It looks like https://abc.supabase.co",
    });
  return { kind: "hosted", url: url.value, secretKey: key.value, publishableKey: publishable?.value };
}
