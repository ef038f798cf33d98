import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { SettingsError } from "./settingsError.ts";
import { isMissing } from "../lib/caught.ts";

/** Byte order mark, which editors and shells on Windows may put at the start of a text file (Unicode, section 23.8). */
const byteOrderMark = "\uFEFF";

/**
 * Reads the settings in a folder's file `.env`; none if there is no such file.
 * @throws SettingsError when it cannot be read or is not UTF-8.
 */
export const readDotEnv = (folder: string): Record<string, string | undefined> => parseEnv(textOf(folder));

/**
 * The names in a folder's file `.env` whose values end before their lines do: at a `#` that no space precedes, as in a password, or
 * at a quotation mark.
 * @throws SettingsError as {@link readDotEnv}
 */
export const cutInDotEnv = (folder: string): string[] =>
  textOf(folder)
    .split(/\r?\n/u)
    .flatMap((line) => {
      const { name, quoted, rest } = setting.exec(line)?.groups ?? {};
      const isCut = quoted === undefined ? /^[^#]*[^#\s]#/u.test(rest ?? "") : /^\s*[^\s#]/u.test(rest ?? "");
      return name !== undefined && isCut ? [name] : [];
    });

/** The files of a folder that other tools read beside `.env`, and this project does not: `.env.local`, `.env.production` … */
export const unreadEnvFiles = (folder: string): string[] =>
  readdirSync(folder).filter((name) => /^\.env\.(?!example$)/u.test(name));

/** A line with a setting: its value in quotes, and what follows; or no quotes, and all of it. */
const setting = /^\s*(?:export\s+)?(?<name>\w+)\s*=\s*(?<quoted>(?<mark>["'`]).*?\k<mark>)?(?<rest>.*)$/u;

function textOf(folder: string): string {
  const bytes = readBytes(folder);
  if (!bytes) return "";
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.startsWith(byteOrderMark) ? text.slice(1) : text;
  } catch (cause) {
    throw new SettingsError(`The file .env in ${folder} is not UTF-8. Save it as UTF-8.`, { cause });
  }
}

function readBytes(folder: string): Buffer | undefined {
  try {
    return readFileSync(join(folder, ".env"));
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw new SettingsError(`The file .env in ${folder} cannot be read.`, { cause });
  }
}
