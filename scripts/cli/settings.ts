import { isLoopback } from "../../server/http/loopback.ts";
import type { SettingKey, SettingValue } from "../../server/settings/definitions.ts";
import type { ResolvedSettings, Settings } from "../../server/settings/resolve.ts";
import { readSetting } from "../../server/settings/read.ts";
import { CliError } from "./errors.ts";
import { commandName } from "./arguments.ts";

/** How a command is called for the embedded stack where `.env` names a hosted project. */
export const forStack = `SUPABASE_URL= SUPABASE_SECRET_KEY= ${commandName}`;

/** Which backend the settings point at. */
export type BackendSettings =
  | { kind: "embedded"; dataFolder: string }
  | { kind: "hosted"; url: string; secretKey: string; publishableKey: string | undefined };

/** The value of a setting in its final form. @throws CliError `configuration` when it is wrong. */
function finalValue<Key extends SettingKey>(key: Key, given: string): SettingValue<Key> {
  const read = readSetting(key, given);
  if ("problem" in read) throw new CliError("configuration", read.problem);
  return read.value;
}

function valueOf<Key extends SettingKey>(key: Key, settings: Settings): SettingValue<Key> | undefined {
  const given = settings[key]?.value;
  return given === undefined ? undefined : finalValue(key, given);
}

/**
 * The address that a setting holds, without a slash at its end, as paths are appended to it; undefined where it is not set.
 * @throws CliError `configuration` when it is not a web address.
 */
export const addressOf = (
  key: "SITE_URL" | "SUPABASE_URL" | "PUBLIC_SUPABASE_URL",
  settings: Settings,
): string | undefined => valueOf(key, settings);

/**
 * Whether the site's address, by default that of `npm start`, is on this machine.
 * @throws CliError `configuration` when it is not a web address.
 */
export function siteIsHere(settings: Settings): boolean {
  const site = addressOf("SITE_URL", settings);
  return site === undefined || isLoopback(new URL(site).hostname);
}

/**
 * Reads which backend to work on. With `both`, as for a command that goes from one to the other, a hosted project may be named beside
 * a data folder.
 * @throws CliError `configuration` when only half of a hosted project's settings are there, or a value is not as it must be; `usage`
 *   when the command line names a data folder, and the settings a hosted project.
 */
export function backendSettings(
  settings: ResolvedSettings,
  { both = false }: { both?: boolean } = {},
): BackendSettings {
  const key = valueOf("SUPABASE_SECRET_KEY", settings);
  const url = addressOf("SUPABASE_URL", settings);
  if (!url && !key) {
    return { kind: "embedded", dataFolder: finalValue("DATA_FOLDER", settings.DATA_FOLDER.value) };
  }
  if (!url || !key) {
    const [there, missing] = url ? ["SUPABASE_URL", "SUPABASE_SECRET_KEY"] : ["SUPABASE_SECRET_KEY", "SUPABASE_URL"];
    throw new CliError("configuration", `${there} is set, but ${missing} is missing.`, {
      hint: "Set both for a hosted project, or neither for the embedded stack.",
    });
  }
  // Nothing that is meant for a folder may happen to the project, whose settings somebody may have forgotten.
  if (!both && settings.DATA_FOLDER.source === "flag")
    throw new CliError("usage", "--data names an embedded stack, but SUPABASE_URL a hosted project.", {
      hint: `For the project leave out --data; for the stack: ${forStack} …`,
    });
  const publishableKey = valueOf("SUPABASE_PUBLISHABLE_KEY", settings);
  return { kind: "hosted", url, secretKey: key, publishableKey };
}
