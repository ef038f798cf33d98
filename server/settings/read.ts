import { formatOf, type SettingKey, type SettingValue } from "./definitions.ts";
import { type Parsed, parseAs } from "./formats.ts";
import { SettingsError } from "./settingsError.ts";

/** Parses a value of a setting. */
export const readSetting = <Key extends SettingKey>(key: Key, value: string): Parsed<SettingValue<Key>> =>
  parseAs(formatOf(key), key, value);

/** Reads settings one after the other, and gathers what is wrong with them, so that an operator is told all of it at once. */
export interface SettingsReader {
  /** The value of a setting; undefined for one that is not set, or wrong. */
  read<Key extends SettingKey>(key: Key): SettingValue<Key> | undefined;
  /** Whether a setting has a value, right or wrong. A blank one counts as none. */
  isSet(key: SettingKey): boolean;
  /** Adds a problem, in one line. */
  refuse(problem: string): void;
  /** Reads more settings by a function that throws SettingsError, whose problems are added; undefined then. */
  include<T>(read: () => T): T | undefined;
  /** @throws SettingsError with a line for each problem, if there are any. */
  finish(): void;
}

/** @param valueOf the text of a setting, as it was given */
export function createSettingsReader(valueOf: (key: SettingKey) => string | undefined): SettingsReader {
  const problems: string[] = [];
  const textOf = (key: SettingKey): string => valueOf(key)?.trim() ?? "";
  return {
    read(key) {
      const text = textOf(key);
      if (text === "") return undefined;
      const read = readSetting(key, text);
      if ("value" in read) return read.value;
      problems.push(read.problem);
      return undefined;
    },
    isSet: (key) => textOf(key) !== "",
    refuse: (problem) => void problems.push(problem),
    include(read) {
      try {
        return read();
      } catch (error) {
        if (!(error instanceof SettingsError)) throw error;
        problems.push(error.message);
        return undefined;
      }
    },
    finish() {
      if (problems.length > 0) throw new SettingsError(problems.join("\n"));
    },
  };
}
