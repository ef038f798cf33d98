import { resolve } from "node:path";
import { defaultDataFolder } from "./dataFolder.ts";
import { type SettingKey, settingKeys } from "./definitions.ts";
import { readDotEnv } from "./dotEnv.ts";
import { pathOfSite } from "./pathOfSite.ts";

/** Where a value came from; an earlier one wins. */
export type SettingSource = "flag" | "environment" | ".env" | "default";

/** The settings that have a value, and where each came from. */
export type Settings = Partial<Record<SettingKey, { value: string; source: SettingSource }>>;

/** Defaults of settings that nobody has set. */
const defaults: Partial<Record<SettingKey, string>> = {
  PORT: "4173",
  HOST: "127.0.0.1",
  TRUST_PROXY: "0",
  BASE_PATH: "/",
  DATA_FOLDER: defaultDataFolder,
};

/**
 * Resolves the settings from flags, the environment, `.env` in the project's `folder` and the defaults, in this order. Blank
 * values count as unset; a blank value in the environment also unsets the one in `.env`. The default base path is that of the site's
 * address.
 * @throws SettingsError when `.env` cannot be read.
 */
export function resolveSettings(flags: Settings, env: Record<string, string | undefined>, folder: string): Settings {
  const dotEnv = readDotEnv(folder);
  const settings: Settings = {};
  for (const key of settingKeys) {
    const source = env[key] === undefined ? ".env" : "environment";
    const value = (source === ".env" ? dotEnv : env)[key]?.trim();
    const fallback = defaults[key];
    if (value) settings[key] = { value, source };
    else if (fallback !== undefined) settings[key] = { value: fallback, source: "default" };
  }
  // The path is in the site's address already.
  const site = pathOfSite(settings);
  if (site?.possible && settings.BASE_PATH?.source === "default") settings.BASE_PATH.value = site.path;
  // Relative to the project, whatever the current directory is.
  const { DATA_FOLDER: data } = settings;
  if (data) settings.DATA_FOLDER = { ...data, value: resolve(folder, data.value) };
  return { ...settings, ...flags };
}
