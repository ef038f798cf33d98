import { lastBackup } from "../../../server/embedded/folder/lastBackup.ts";
import { longSpan } from "../../cli/amounts.ts";
import type { BackendContext } from "../../cli/context.ts";
import { type Finding, ok, unknown, warning } from "../finding.ts";

/** Age of the last backup above which somebody should look, in ms: they are made every night (docs/backup.md). */
const longest = 7 * 24 * 60 * 60 * 1000;

/** Is there a recent backup of the embedded stack? Those of a hosted project are Supabase's. */
export async function checkBackups({ embedded, settings, clock }: BackendContext): Promise<Finding[]> {
  if (!embedded) return [];
  const make = "npx prelaunch backup FILE; every night, and if the disk is copied instead: docs/backup.md";
  const at = await lastBackup(settings.DATA_FOLDER.value);
  if (at === undefined) return [unknown("backup", "No backup of this database is known here.", make)];
  const age = clock().getTime() - at.getTime();
  const made = `The last backup is ${longSpan(Math.max(age, 0))} old`;
  return age <= longest
    ? [ok("backup", `${made}.`)]
    : [warning("backup", `${made}: whatever came since would be lost with this disk.`, make)];
}
