import { existsSync } from "node:fs";
import { join } from "node:path";
import { CliError } from "../../cli/errors.ts";
import { definitions, deploySettings } from "../../../server/settings/definitions.ts";
import type { Settings } from "../../../server/settings/resolve.ts";
import { settingProblems } from "../../../server/settings/validate.ts";
import { unwritable } from "./steps.ts";
import { isSupported, supabaseCliPackage, supabaseCliVersion } from "./supabaseCli.ts";

const files = ["supabase/config.toml", "supabase/migrations", "supabase/functions/forms/index.ts"];

/** The Supabase CLI that was found; `version` is undefined where it could not be run. */
export interface SupabaseCli {
  program: string;
  version: string | undefined;
}

/**
 * Checks everything that a deployment needs, and returns the project's reference.
 * @throws CliError `configuration` naming everything that is missing at once.
 */
export function checkPrerequisites(folder: string, settings: Settings, cli: SupabaseCli): string {
  const wrong = settingProblems(settings);
  const problems: string[] = deploySettings.flatMap((key) =>
    settings[key] ? (wrong[key] ?? []) : `${key} is not set: ${definitions[key].about}.`,
  );
  for (const key of unwritable(settings))
    problems.push(`${key} has both a single quote and a backtick, which the Supabase CLI cannot read: leave one out.`);
  for (const file of files) if (!existsSync(join(folder, file))) problems.push(`${file} is not in ${folder}.`);
  if (cli.version === undefined)
    problems.push(
      `The Supabase CLI is not installed. Install it: npm install --no-save ${supabaseCliPackage()}@${supabaseCliVersion}`,
    );
  else if (!isSupported(cli.version))
    problems.push(
      `${cli.program} is the Supabase CLI ${cli.version}; 3.x is needed. Name another with SUPABASE_CLI, or: npm install --no-save ${supabaseCliPackage()}@${supabaseCliVersion}`,
    );
  if (problems.length > 0)
    throw new CliError(
      "configuration",
      `Not ready to deploy.\n${problems.map((problem) => `  ${problem}`).join("\n")}`,
    );
  return settings.SUPABASE_PROJECT_REF?.value ?? "";
}
