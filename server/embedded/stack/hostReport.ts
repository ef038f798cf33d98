import type { HostReport } from "../../launch/launchReport.ts";
import { failedBackup, lastBackup } from "../folder/lastBackup.ts";
import { freeSpace } from "../folder/diskSpace.ts";

/** What only the machine of a data folder knows: the state of its backups and its disk. */
export const hostReport = async (dataFolder: string): Promise<HostReport> => ({
  lastBackup: await lastBackup(dataFolder),
  failedBackup: await failedBackup(dataFolder),
  freeBytes: await freeSpace(dataFolder),
});
