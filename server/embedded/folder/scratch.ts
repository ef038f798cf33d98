import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StackError } from "../errors/stackError.ts";
import { openDataFolder } from "./open.ts";
import { hasNoRoom } from "./room.ts";
import { startCluster } from "../postgres/cluster.ts";

/**
 * Runs `work` on an empty PostgreSQL in the temporary folder (TMPDIR), which is thrown away afterwards.
 * @throws StackError where that has no room or PostgreSQL does not start, and whatever `work` throws.
 */
export async function withScratchDatabase<T>(work: (databaseUrl: string) => Promise<T>): Promise<T> {
  const folder = await openDataFolder(await mkdtemp(join(tmpdir(), "prelaunch-scratch-")));
  try {
    const cluster = await startCluster({
      folder: join(folder, "postgres"),
      password: "thrown-away-with-the-cluster",
      durable: false,
    });
    try {
      return await work(cluster.url("postgres"));
    } finally {
      await cluster.stop();
    }
  } catch (cause) {
    if (!(await hasNoRoom(folder, cause))) throw cause;
    throw new StackError(
      `There is no room in ${tmpdir()} for a database to try it on. Set TMPDIR to a folder with room for it.`,
      { cause },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
