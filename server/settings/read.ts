import * as v from "valibot";
import { definitionOf, isSetting, type SettingKey, settingKeys } from "./definitions.ts";

/** Some settings are missing or wrong; the message has a line for each. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/** Gives the text of a setting, as somebody wrote it; blank texts count as none. */
export type TextOf = (key: SettingKey) => string | undefined;

/**
 * Reads the settings that a schema names.
 * @throws SettingsError with a line for each one that is missing or wrong.
 */
export function readSettings<Schema extends v.GenericSchema>(schema: Schema, textOf: TextOf): v.InferOutput<Schema> {
  const texts = settingKeys.flatMap((key) => {
    const text = textOf(key)?.trim();
    return text ? [[key, text]] : [];
  });
  const { success, output, issues } = v.safeParse(schema, Object.fromEntries(texts));
  if (success) return output;
  throw new SettingsError([...new Set(issues.map(lineOf))].join("\n"));
}

/** A line about a wrong setting, which never quotes its value, as that may be a secret. */
function lineOf({ path, type, message, input }: v.BaseIssue<unknown>): string {
  const name = String(path?.[0]?.key);
  if (!isSetting(name) || type === "partial_check") return message;
  return input === undefined ? `${name} is missing.` : `${name} ${describe(name)}.`;
}

/** What a setting must be. */
const describe = (key: SettingKey): string => v.getDescription(definitionOf(key).format) ?? "is wrong";

/** What is wrong with the text of a setting; undefined where nothing is. */
export const problemOf = (key: SettingKey, text: string): string | undefined =>
  v.is(definitionOf(key).format, text) ? undefined : `${key} ${describe(key)}.`;
