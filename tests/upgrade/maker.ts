import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { writeArchive } from "../../server/embedded/backup/archive.ts";
import { dump } from "../../server/embedded/backup/dump.ts";
import { openDatabase } from "../../server/embedded/backup/openDatabase.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { scratchFolder } from "../cli/terminal.ts";
import { pack } from "./archive.ts";
import { findGaps } from "./gaps.ts";
import { actAsPeople, restOfRows } from "./rows.ts";

/**
 * Makes the archive of a release of this checkout: its migrations, and a backup with every kind of row.
 * @param prepare makes a data folder that was used before, which saves a second; by default it is a new one
 * @throws Error that names what no row shows, such as a table that was added and is not filled
 */
export async function makeArchive(file: string, prepare?: (dataFolder: string) => Promise<void>): Promise<void> {
  const { folder, remove } = await scratchFolder();
  try {
    const dataFolder = join(folder, ".data");
    await prepare?.(dataFolder);
    await actAsPeople(folder, dataFolder);
    // Nothing sends or prunes while the rest is written.
    const database = await openDatabase(dataFolder);
    const backup = join(folder, "launch.backup");
    try {
      await withClient(database.url, async (client) => {
        await client.query(restOfRows);
        const gaps = await findGaps(client);
        if (gaps.length > 0) throw new Error(`tests/upgrade/rows.ts does not fill everything:\n${gaps.join("\n")}`);
        await pipeline(writeArchive(dump(client, database.keys, new Date())), createWriteStream(backup));
      });
    } finally {
      await database.close();
    }
    await pack(file, backup);
  } finally {
    await remove();
  }
}
