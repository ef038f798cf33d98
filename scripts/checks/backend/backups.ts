import { lastBackup } from "../../../server/embedded/folder/lastBackup.ts";
import { longSpan } from "../../cli/amounts.ts";
import type { BackendContext } from "../../cli/context.ts";
import { type Finding, ok, unknown, warning } from "../finding.ts";

const day = 24 * 60 * 60 * 1000;

/** Age of the last backup above which somebody should look, in ms: they are made every night (docs/backup.md). */
const longest = 7 * day;

/** How far ahead a date may be, in ms; one that a wrong clock wrote would count as recent until then. */
const mostAhead = day;

const make = "npx prelaunch backup FILE; every night, and if the disk is copied instead: docs/backup.md";

/** Is there a recent backup of the embedded stack? Those of a hosted project are Supabase's. */
export async function checkBackups({
  embedded,
  settings,
  clock,
}: Pick<BackendContext, "embedded" | "settings" | "clock">): Promise<Finding[]> {
  if (!embedded) return [];
  const at = await lastBackup(settings.DATA_FOLDER.value);
  const age = at === undefined ? undefined : clock().getTime() - at.getTime();
  if (age === undefined || age < -mostAhead)
    return [unknown("backup", "No backup of this database is known here.", make)];
  const made = `The last backup is ${longSpan(Math.max(age, 0))} old`;
  if (age <= longest) return [ok("backup", `${made}.`)];
  return [warning("backup", `${made}: whatever came since would be lost with this disk.`, make)];
}
