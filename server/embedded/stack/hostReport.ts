import type { HostReport } from "../../mail/outbox/operatorMails.ts";
import { failedBackup, lastBackup } from "../folder/lastBackup.ts";
import { freeRoom } from "../folder/room.ts";

/** Age of the last backup above which the operator is told, in ms: they are made every night (docs/backup.md). */
const oldestBackup = 2 * 86_400_000;

/** Room on the disk below which the operator is told, in bytes: while a mail can still be queued, as on a full disk it cannot. */
const leastRoom = 256_000_000;

/** What only the machine of a data folder knows: of its backups, and of its disk. */
export async function hostReport(dataFolder: string, now: Date, room = freeRoom): Promise<HostReport> {
  const [last, failed, free] = [await lastBackup(dataFolder), await failedBackup(dataFolder), await room(dataFolder)];
  const alerts: HostReport["alerts"] = [];
  if (failed) alerts.push({ alert: "backup", at: failed.toISOString(), failed: true });
  else if (last && now.getTime() - last.getTime() > oldestBackup)
    alerts.push({ alert: "backup", at: new Date(last.getTime() + oldestBackup).toISOString(), failed: false });
  if (free < leastRoom) alerts.push({ alert: "disk", at: now.toISOString(), megabytes: Math.floor(free / 1_000_000) });
  return { alerts, lastBackup: last };
}
