import { resolve } from "node:path";
import { openAlone } from "../../../server/embedded/backup/openDatabase.ts";
import { createSupabaseRoles, migrate, refuseOther } from "../../../server/embedded/database/migrate.ts";
import { withClient } from "../../../server/embedded/database/withClient.ts";
import { counted } from "../../../server/lib/amounts.ts";
import { thisRelease } from "../../../server/lib/release.ts";
import type { Context } from "../../cli/session/context.ts";
import { backendSettings } from "../../cli/session/settings.ts";
import { say } from "../../cli/terminal/io.ts";
import { CliError } from "../../data/errors.ts";
import { asCliError } from "./embedded.ts";

export interface MigrateOptions {
  dryRun?: true;
}

/**
 * Migrates the database of a data folder that nobody uses.
 * @throws CliError where a stack runs, a migration or the join fails, or the database is of a newer version.
 */
export async function migrateFolder(context: Context, { dryRun }: MigrateOptions): Promise<void> {
  const settings = backendSettings(context.settings);
  if (settings.kind === "hosted")
    throw new CliError("usage", "A hosted project's migrations are applied by another command: npx prelaunch deploy");
  try {
    const { url, close } = await openAlone(resolve(context.folder, settings.dataFolder), context);
    try {
      await withClient(url, refuseOther);
      await createSupabaseRoles(url);
      const done = counted(await migrate(url, { trial: true, dryRun: dryRun === true }), "migration");
      say(
        context,
        dryRun
          ? `${done} can be applied, and people can join then. Nothing was changed.`
          : `${done} applied, and people can join: the database is of version ${thisRelease()}.`,
      );
    } finally {
      await close();
    }
  } catch (error) {
    throw asCliError(error);
  }
}
