import type { Context } from "../../cli/context.ts";
import { write } from "../../cli/io.ts";
import { type SettingKey, settingKeys } from "../../cli/settings.ts";
import { table } from "../../cli/table.ts";

/** Enough of a secret to tell two apart, and no more: a short one shows nothing of itself. */
export const mask = (secret: string): string =>
  secret.length < 24 ? "••••••" : `${secret.startsWith("sb_secret_") ? "sb_secret_" : ""}••••••${secret.slice(-4)}`;

const isKey = (name: string): name is SettingKey => name in settingKeys;

/** Writes the settings to stdout, secrets masked. */
export async function showConfig(
  { settings, out }: Pick<Context, "settings" | "out">,
  { json }: { json?: true },
): Promise<void> {
  const lines = Object.keys(settingKeys)
    .filter(isKey)
    .map((key) => {
      const setting = settings[key];
      const value = setting === undefined ? null : settingKeys[key].secret ? mask(setting.value) : setting.value;
      return { key, value, source: setting?.source ?? null, about: settingKeys[key].about };
    });
  const target = settings.SUPABASE_URL ? "hosted" : "embedded";
  if (json) return write(out, `${JSON.stringify({ target, settings: lines }, null, 2)}\n`);
  return write(out, table(lines.map(({ key, value, source }) => [key, source ?? "not set", value ?? ""])));
}
