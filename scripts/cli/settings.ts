import { defaultDataFolder } from "../../server/settings/dataFolder.ts";
import type { Settings } from "../../server/settings/resolve.ts";
import { CliError } from "./errors.ts";

/** Which backend the settings point at. */
export type BackendSettings =
  | { kind: "embedded"; dataFolder: string }
  | { kind: "hosted"; url: string; secretKey: string; publishableKey: string | undefined };

/**
 * Reads which backend to work on.
 * @throws CliError `configuration` when only half of a hosted project's settings are there, or its URL is not a URL.
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
