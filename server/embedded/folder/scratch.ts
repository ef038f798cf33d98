import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDataFolder } from "./open.ts";
import { startCluster } from "../postgres/cluster.ts";

/** Runs `work` on an empty PostgreSQL in the temporary folder (TMPDIR), which is thrown away afterwards. */
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
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
