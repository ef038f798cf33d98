import * as v from "valibot";
import { keysOf, type SettingKey } from "./definitions.ts";
import { isBearable, presentOf, settingProblems, type Texts } from "./rules.ts";

/** Some settings are missing or wrong; the message has a line for each. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/**
 * Checks the settings that a host reads; none of `required` may be missing. Returns what is wrong with settings
 * that do not keep it from working.
 * @throws SettingsError with a line for each other one that is missing or wrong.
 */
export function judgeSettings(
  given: Texts,
  keys: readonly SettingKey[],
  required: readonly SettingKey[] = [],
): string[] {
  const problems = Object.values(settingProblems(given, keys, required));
  const refused = problems.filter((problem) => !isBearable(problem));
  if (refused.length > 0) throw new SettingsError(refused.join("\n"));
  return problems;
}

export type Values<T extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<T, undefined>>;

/** Reads the settings of a host. @throws SettingsError as {@link judgeSettings} does. */
export function readSettings<T extends v.ObjectEntries>(
  entries: T,
  given: Texts,
  required: readonly SettingKey[] = [],
): Values<T> {
  judgeSettings(given, keysOf(entries), required);
  return v.parse(v.object(entries), presentOf(given));
}
