import * as v from "valibot";
import { definitions, isSecret, isSetting, type SettingKey } from "./definitions.ts";

/** Some settings are missing or wrong; the message has a line for each. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/** The texts of settings, as somebody wrote them; blank ones count as none. Other names are ignored. */
export type Texts = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings that a schema names.
 * @throws SettingsError with a line for each one that is missing or wrong.
 */
export function readSettings<Schema extends v.GenericSchema>(schema: Schema, given: Texts): v.InferOutput<Schema> {
  const texts = Object.entries(given).map(([key, text]) => [key, text?.trim()]);
  const { success, output, issues } = v.safeParse(schema, Object.fromEntries(texts.filter(([, text]) => text)));
  if (success) return output;
  throw new SettingsError([...new Set(issues.map(lineOf))].join("\n"));
}

/** A line about a wrong setting, which never quotes its value, as that may be a secret. */
function lineOf({ path, type, message, input }: v.BaseIssue<unknown>): string {
  const name = String(path?.[0]?.key);
  if (!isSetting(name) || type === "partial_check") return message;
  return input === undefined ? `${name} is missing.` : wrong(name);
}

const wrong = (key: SettingKey): string => `${key} ${v.getDescription(definitions[key].wrapped) ?? "must be text"}.`;

/** What is wrong with the text of a setting; undefined where nothing is. */
export function problemOf(key: SettingKey, text: string): string | undefined {
  // As docs/launch.md shows keys and passwords.
  if ((isSecret(key) || key.endsWith("_KEY")) && text.endsWith("…")) return `${key} still has the … of the example.`;
  // As Supabase's dashboard shows connection strings.
  if (/\[YOUR-[A-Z-]+\]/u.test(text))
    return `${key} still has the placeholder in square brackets: put the value in its place.`;
  return v.is(definitions[key], text) ? undefined : wrong(key);
}
