import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { defaults as values, type SettingKey, settingKeys } from "./definitions.ts";
import { SettingsError, type TextOf } from "./read.ts";
import { pathOfSite } from "./site.ts";

/** Where a value came from; an earlier one wins. */
export type SettingSource = "flag" | "environment" | ".env" | "default";

/** A setting as somebody wrote it, and where it came from. */
interface Setting {
  value: string;
  source: SettingSource;
}

/** The settings that have a value. */
export type Settings = Partial<Record<SettingKey, Setting>>;

/** The texts of settings. */
export const textsOf =
  (settings: Settings): TextOf =>
  (key) =>
    settings[key]?.value;

const byDefault = (value: string | number): Setting => ({ value: String(value), source: "default" });

/** What applies where nobody has set anything. */
const defaults = {
  PORT: byDefault(values.PORT),
  HOST: byDefault(values.HOST),
  TRUST_PROXY: byDefault(values.TRUST_PROXY),
  BASE_PATH: byDefault(values.BASE_PATH),
  DATA_FOLDER: byDefault(values.DATA_FOLDER),
};

/** The settings of a process: those with a default always have a value. */
export type ResolvedSettings = Settings & typeof defaults;

/** Reads the settings in a folder's file `.env`; none if there is no such file. @throws SettingsError when it cannot be read. */
export function readDotEnv(folder: string): Record<string, string | undefined> {
  const path = join(folder, ".env");
  if (!existsSync(path)) return {};
  try {
    // Leaves out a byte order mark, and refuses UTF-16, as PowerShell writes it.
    return parseEnv(new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path)));
  } catch (cause) {
    throw new SettingsError(`${path} cannot be read. It must be a file in UTF-8.`, { cause });
  }
}

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
  const site = pathOfSite(settings);
  if (site?.possible && settings.BASE_PATH.source === "default") settings.BASE_PATH = byDefault(site.path);
  // Relative to the project, whatever the current directory is.
  const { DATA_FOLDER: data } = settings;
  settings.DATA_FOLDER = { ...data, value: resolve(folder, data.value) };
  return { ...settings, ...flags };
}
