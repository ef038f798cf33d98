import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { SettingsError } from "./settingsError.ts";

/** Byte order mark, which editors and shells on Windows may put at the start of a text file (Unicode, section 23.8). */
const byteOrderMark = "\uFEFF";

/**
 * Reads the settings in a folder's file `.env`; none if there is no such file.
 * @throws SettingsError when it cannot be read or is not UTF-8.
 */
export function readDotEnv(folder: string): Record<string, string | undefined> {
  const bytes = readBytes(folder);
  if (!bytes) return {};
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new SettingsError(`The file .env in ${folder} is not UTF-8. Save it as UTF-8.`, { cause });
  }
  return parseEnv(text.startsWith(byteOrderMark) ? text.slice(1) : text);
}

function readBytes(folder: string): Buffer | undefined {
  try {
    return readFileSync(join(folder, ".env"));
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return undefined;
    throw new SettingsError(`The file .env in ${folder} cannot be read.`, { cause });
  }
}
