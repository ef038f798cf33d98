import { resolve } from "node:path";
import { defaultDataFolder, defaultHost, defaultPort, defaultProxies } from "./defaults.ts";
import { type SettingKey, settingKeys } from "./definitions.ts";
import { readDotEnv } from "./dotEnv.ts";
import { pathOfSite } from "./pathOfSite.ts";

/** Where a value came from; an earlier one wins. */
export type SettingSource = "flag" | "environment" | ".env" | "default";

/** A setting as somebody wrote it, and where it came from. */
interface Setting {
  value: string;
  source: SettingSource;
}

/** The settings that have a value. */
export type Settings = Partial<Record<SettingKey, Setting>>;

const byDefault = (value: string): Setting => ({ value, source: "default" });

/** What applies where nobody has set anything. */
const defaults = {
  PORT: byDefault(String(defaultPort)),
  HOST: byDefault(defaultHost),
  TRUST_PROXY: byDefault(String(defaultProxies)),
  BASE_PATH: byDefault("/"),
  DATA_FOLDER: byDefault(defaultDataFolder),
};

/** The settings of a process: those with a default always have a value. */
export type ResolvedSettings = Settings & typeof defaults;

/**
 * Resolves the settings from flags, the environment, `.env` in the project's `folder` and the defaults, in this order. Blank
 * values count as unset; a blank value in the environment also unsets the one in `.env`. The default base path is that of the site's
 * address.
 * @throws SettingsError when `.env` cannot be read.
 */
export function resolveSettings(
  flags: Settings,
  env: Record<string, string | undefined>,
  folder: string,
): ResolvedSettings {
  const dotEnv = readDotEnv(folder);
  const settings: ResolvedSettings = { ...defaults };
  for (const key of settingKeys) {
    const source = env[key] === undefined ? ".env" : "environment";
    const value = (source === ".env" ? dotEnv : env)[key]?.trim();
    if (value) settings[key] = { value, source };
  }
  // The path is in the site's address already.
  const site = pathOfSite(settings);
  if (site?.possible && settings.BASE_PATH.source === "default") settings.BASE_PATH = byDefault(site.path);
  // Relative to the project, whatever the current directory is.
  const { DATA_FOLDER: data } = settings;
  settings.DATA_FOLDER = { ...data, value: resolve(folder, data.value) };
  return { ...settings, ...flags };
}
