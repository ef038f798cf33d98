import { settingKeys } from "../../server/settings/definitions.ts";

/** Every setting as a blank, which counts as unset. This also unsets those in a developer's `.env`. */
export const noSettings: Readonly<Record<string, string>> = Object.fromEntries(settingKeys.map((key) => [key, ""]));

/**
 * Keeps settings from the tests and from what they start: those of this folder's `.env`, those of a shell that
 * also runs this site or another program with the same names (SITE_URL, SUPABASE_URL), and those of
 * PostgreSQL's clients. It also sets the tests' NODE_ENV, whatever the shell's is: with `production` React has
 * no `act`.
 */
export function forgetSettings(): void {
  for (const name of Object.keys(process.env)) if (/^PG[A-Z]+$/u.test(name)) delete process.env[name];
  Object.assign(process.env, noSettings);
  process.env["NODE_ENV"] = "test";
}
