import { settingKeys } from "../../../server/settings/definitions.ts";
import { readFormsSettings } from "../../../server/settings/formsSettings.ts";
import { SettingsError } from "../../../server/settings/settingsError.ts";
import type { BackendContext } from "../../cli/context.ts";
import { type Finding, ok, wrong } from "../finding.ts";

/** Is every setting there that a hosted deployment needs? The embedded stack needs none. */
export function checkEnvironment({ settings, embedded }: Pick<BackendContext, "settings" | "embedded">): Finding[] {
  if (embedded) return [ok("environment", "The embedded stack needs no settings.")];
  const env = Object.fromEntries(settingKeys.map((key) => [key, settings[key]?.value]));
  const problems: string[] = [];
  try {
    readFormsSettings(env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    problems.push(...error.message.split("\n"));
  }
  if (!env.SUPABASE_PUBLISHABLE_KEY) problems.push("SUPABASE_PUBLISHABLE_KEY is missing.");
  return problems.length > 0
    ? problems.map((problem) =>
        wrong("environment", problem, "Set it in the environment or in .env; npx prelaunch config shows what is set."),
      )
    : [ok("environment", "Every setting of a hosted deployment is set.")];
}
