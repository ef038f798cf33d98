import { resolve } from "node:path";
import type { Context } from "./context.ts";
import { CliError } from "./errors.ts";
import { backendSettings, forStack } from "./settings.ts";

/**
 * The data folder of the embedded stack.
 * @throws CliError `usage` where the settings name a hosted project.
 */
export function embeddedFolder(context: Context): string {
  const settings = backendSettings(context.settings);
  if (settings.kind === "embedded") return resolve(context.folder, settings.dataFolder);
  throw new CliError(
    "usage",
    "A hosted project's backups are Supabase's own; this command is for the embedded stack.",
    {
      hint: `Its dashboard lists them under Database, Backups; docs/backup.md says how to make a copy of your own. For the stack: ${forStack} …`,
    },
  );
}
