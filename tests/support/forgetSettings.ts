import { isSetting } from "../../server/settings/definitions.ts";

/**
 * Removes from the environment of the tests, and so of what they start, the settings of a shell that also runs this site or another
 * program with the same names (SITE_URL, SUPABASE_URL), and those of PostgreSQL's clients; and has the tests' NODE_ENV, whatever the
 * shell's is: with `production` React has no `act`.
 */
export function forgetSettings(): void {
  for (const name of Object.keys(process.env))
    if (isSetting(name) || /^PG[A-Z]+$/u.test(name)) delete process.env[name];
  process.env["NODE_ENV"] = "test";
}
