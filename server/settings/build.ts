import * as v from "valibot";
import { definitions as all } from "./definitions.ts";
import { buildProblems } from "./problems.ts";
import { readSettings, SettingsError } from "./read.ts";
import { resolveSettings } from "./resolve.ts";

const buildSchema = v.partial(
  v.object({
    SITE_URL: all.SITE_URL.format,
    PUBLIC_SITE_URL: all.PUBLIC_SITE_URL.format,
    BASE_PATH: all.BASE_PATH.format,
    PUBLIC_SUPABASE_URL: all.PUBLIC_SUPABASE_URL.format,
    PUBLIC_SUPABASE_KEY: all.PUBLIC_SUPABASE_KEY.format,
    PUBLIC_IMPRINT: all.PUBLIC_IMPRINT.format,
    PUBLIC_LANGUAGE: all.PUBLIC_LANGUAGE.format,
    PUBLIC_RECAPTCHA_SITE_KEY: all.PUBLIC_RECAPTCHA_SITE_KEY.format,
  }),
);

/**
 * The settings that a build puts into public files, checked and in their final form; those that are not set are missing.
 * @throws SettingsError naming every wrong one at once.
 */
export function buildEnvironment(env: Record<string, string | undefined>, folder: string): Record<string, string> {
  const settings = resolveSettings({}, env, folder);
  const { SITE_URL: site, ...values } = readSettings(buildSchema, (key) => settings[key]?.value);
  const problems = Object.values(buildProblems(settings));
  if (problems.length > 0) throw new SettingsError(problems.join("\n"));
  const page = { ...(site === undefined ? {} : { PUBLIC_SITE_URL: new URL(site).origin }), ...values };
  return Object.fromEntries(Object.entries(page).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
