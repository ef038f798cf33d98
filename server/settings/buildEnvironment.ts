import { settingKeys } from "./definitions.ts";
import { origin, type Parsed, parseAs } from "./formats.ts";
import { readSetting } from "./read.ts";
import { resolveSettings } from "./resolve.ts";
import { SettingsError } from "./settingsError.ts";
import { buildContradictions } from "./validate.ts";

/**
 * The settings that a build puts into public files, checked and in their final form; those that are not set are missing.
 * @throws SettingsError naming every wrong one at once.
 */
export function buildEnvironment(env: Record<string, string | undefined>, folder: string): Record<string, string> {
  const settings = resolveSettings({}, env, folder);
  const problems: string[] = [];
  const values: Record<string, string> = {};
  const add = (key: string, read: Parsed<unknown>) => {
    if ("problem" in read) problems.push(read.problem);
    else values[key] = String(read.value);
  };
  for (const key of settingKeys.filter((name) => name.startsWith("PUBLIC_") || name === "BASE_PATH")) {
    const setting = settings[key];
    if (setting) add(key, readSetting(key, setting.value));
  }
  if (settings.SITE_URL && !settings.PUBLIC_SITE_URL)
    add("PUBLIC_SITE_URL", parseAs(origin, "SITE_URL", settings.SITE_URL.value));
  if (problems.length === 0) problems.push(...Object.values(buildContradictions(settings)));
  if (problems.length > 0) throw new SettingsError(problems.join("\n"));
  return values;
}
