import { resolve } from "node:path";
import { defaultDataFolder } from "./dataFolder.ts";
import { type SettingKey, settingKeys } from "./definitions.ts";
import { readDotEnv } from "./dotEnv.ts";

/** Where a value came from; an earlier one wins. */
export type SettingSource = "flag" | "environment" | ".env" | "default";

/** The settings that have a value, and where each came from. */
export type Settings = Partial<Record<SettingKey, { value: string; source: SettingSource }>>;

/** What a setting is when nobody says. */
const defaults = { PORT: "4173", HOST: "127.0.0.1", TRUST_PROXY: "0", BASE_PATH: "/", DATA_FOLDER: defaultDataFolder };

/**
 * Resolves the settings: flags, then the environment, then `.env` in `folder`, the project's, then defaults. Blank values
 * count as unset; a blank one in the environment unsets what `.env` says.
 * @throws SettingsError when `.env` cannot be read.
 */
export function resolveSettings(flags: Settings, env: Record<string, string | undefined>, folder: string): Settings {
  const dotEnv = readDotEnv(folder);
  const settings: Settings = {};
  for (const [key, value] of Object.entries<string>(defaults))
    if (isKey(key)) settings[key] = { value, source: "default" };
  for (const key of settingKeys) {
    const source = env[key] === undefined ? ".env" : "environment";
    const value = (source === ".env" ? dotEnv : env)[key]?.trim();
    if (value) settings[key] = { value, source };
  }
  // Relative to the project, wherever the operator stands.
  const { DATA_FOLDER: data } = settings;
  if (data) settings.DATA_FOLDER = { ...data, value: resolve(folder, data.value) };
  return { ...settings, ...flags };
}

const isKey = (name: string): name is SettingKey => settingKeys.some((key) => key === name);
