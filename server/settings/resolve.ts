import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { build, defaultOf, keysOf, type SettingKey, settingKeys } from "./definitions.ts";
import { judgeSettings, SettingsError } from "./read.ts";
import type { Texts } from "./rules.ts";
import { isUrl } from "../lib/isUrl.ts";

/** Where a value came from; an earlier one wins. */
type SettingSource = "flag" | "environment" | ".env" | "default";

/** A setting as somebody wrote it, and where it came from. */
interface Setting {
  value: string;
  source: SettingSource;
}

export type Settings = Partial<Record<SettingKey, Setting>>;

export const textsOf = (settings: Settings): Texts =>
  Object.fromEntries(Object.entries(settings).map(([key, { value }]) => [key, value]));

const byDefault = (value: string): Setting => ({ value, source: "default" });

/** The settings of a process, of which these two are never missing. */
export type ResolvedSettings = Settings & Record<"BASE_PATH" | "DATA_FOLDER", Setting>;

/** Reads the settings in a folder's file `.env`; none if there is no such file. @throws SettingsError when it cannot be read. */
export function readDotEnv(folder: string): Texts {
  const path = join(folder, ".env");
  if (!existsSync(path)) return {};
  try {
    // The decoder drops a byte order mark, and refuses UTF-16, which PowerShell writes.
    return parseEnv(new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path)));
  } catch (cause) {
    throw new SettingsError(`${path} cannot be read. It must be a file in UTF-8.`, { cause });
  }
}

/**
 * Resolves the settings from flags, the environment and `.env` in the project's `folder`, in this order. Blank
 * values count as unset; a blank value in the environment also unsets the one in `.env`. The default base path is that of the site's
 * address.
 * @throws SettingsError when `.env` cannot be read.
 */
export function resolveSettings(flags: Settings, env: Texts, folder: string): ResolvedSettings {
  const dotEnv = readDotEnv(folder);
  const settings: ResolvedSettings = {
    BASE_PATH: byDefault(defaultOf("BASE_PATH")),
    DATA_FOLDER: byDefault(defaultOf("DATA_FOLDER")),
  };
  for (const key of settingKeys) {
    const source = env[key] === undefined ? ".env" : "environment";
    const value = (source === ".env" ? dotEnv : env)[key]?.trim();
    if (value) settings[key] = { value, source };
  }
  const site = siteOf(settings);
  if (site && settings.BASE_PATH.source === "default") settings.BASE_PATH = byDefault(pathOf(site));
  // The path is relative to the project, whatever the current directory is.
  const { DATA_FOLDER: data } = settings;
  settings.DATA_FOLDER = { ...data, value: resolve(folder, data.value) };
  return { ...settings, ...flags };
}

function siteOf({ PUBLIC_SITE_URL, SITE_URL }: Settings): URL | undefined {
  const address = PUBLIC_SITE_URL ?? SITE_URL;
  return address && isUrl(address.value) ? new URL(address.value) : undefined;
}

const pathOf = ({ pathname }: URL): string => pathname.replace(/\/(?:index\.html)?$/u, "/").replace(/[^/]$/u, "$&/");

/** The address for which the page has to be built; undefined where no setting names one, or where it is not an address. */
export function addressOfSite(settings: ResolvedSettings): string | undefined {
  const site = siteOf(settings);
  return site && site.origin + settings.BASE_PATH.value;
}

const ofBuild = keysOf(build);

/**
 * The settings that a build puts into public files, checked and in their final form; those that are not set are missing.
 * @throws SettingsError naming every wrong one at once.
 */
export function buildSettings(settings: ResolvedSettings): Record<string, string> {
  judgeSettings(textsOf(settings), ofBuild);
  const site = siteOf(settings);
  const origins = {
    ...(site ? { PUBLIC_SITE_URL: site.origin } : {}),
    ...(settings.PUBLIC_SUPABASE_URL
      ? { PUBLIC_SUPABASE_URL: new URL(settings.PUBLIC_SUPABASE_URL.value).origin }
      : {}),
  };
  const texts = ofBuild.flatMap((key) => (settings[key] && key !== "SITE_URL" ? [[key, settings[key].value]] : []));
  return { ...Object.fromEntries(texts), ...origins };
}

/** The settings of a build in a project's folder. @throws SettingsError as {@link buildSettings} does, and when `.env` cannot be read. */
export const buildEnvironment = (env: Texts, folder: string): Record<string, string> =>
  buildSettings(resolveSettings({}, env, folder));
