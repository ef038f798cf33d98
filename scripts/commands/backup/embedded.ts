import { resolve } from "node:path";
import { BackupError } from "../../../server/embedded/backup/backupError.ts";
import { lostConnection, NoDatabaseError, StackError } from "../../../server/embedded/errors/stackError.ts";
import { backendSettings, type Context, forStack } from "../../cli/context.ts";
import { CliError } from "../../cli/errors.ts";

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

/** Turns an error of a backup or restore into a CliError; any other error is returned unchanged. */
export function asCliError(error: unknown): unknown {
  if (error instanceof NoDatabaseError) return new CliError("configuration", error.message, { cause: error });
  if (error instanceof BackupError || error instanceof StackError)
    return new CliError("failed", error.message, { cause: error });
  if (error instanceof Error && lostConnection(error))
    return new CliError("unreachable", "The database has ended the connection.", {
      cause: error,
      hint: "Check whether it is running: npx prelaunch check",
    });
  return error;
}
