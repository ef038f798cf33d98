import { chmod } from "node:fs/promises";
import { PassingError } from "../errors/stackError.ts";
import { freePort } from "./freePort.ts";
import { holdsCluster, initialise, removeHalfMade } from "./initialise.ts";
import { stopLeftovers } from "./leftovers.ts";
import { knowsPassword, resetPassword } from "./password.ts";
import { startServer } from "./server.ts";
import { retry, supervise } from "./supervise.ts";

/** A running PostgreSQL server on 127.0.0.1. */
export interface Cluster {
  port: number;
  /** Connection string of one of its databases, as superuser. */
  url(database: string): string;
  /** Ends open sessions and shuts down ("fast" mode). */
  stop(): Promise<void>;
  /** Resolves with one line when the server has ended by itself and stays away. */
  gone: Promise<string>;
}

/** Where a cluster lies, and how it is run. */
export interface ClusterOptions {
  /** Folder of the cluster; made and initialised when missing. Its parents must be reachable by its owner. */
  folder: string;
  password: string;
  /** Skips waiting for the disk: for databases that a test throws away. */
  durable?: boolean;
  /** Told, in one line, what the operator should know. */
  log?: ((line: string) => void) | undefined;
  /** Ends the start, and what has been started by then; once it is up, nothing. */
  signal?: AbortSignal | undefined;
}

/**
 * Starts the cluster in a folder that the caller alone works on, initialising it first when it is new. A server that an
 * earlier process left running there (killed with -9) is shut down first, so no two ever share the folder. One that ends
 * by itself is started again on the same port, a bounded number of times.
 * @throws StackError when the folder cannot be set up or the server does not come up, the reason of the signal.
 */
export async function startCluster({
  folder,
  password,
  durable = true,
  log = () => undefined,
  signal,
}: ClusterOptions): Promise<Cluster> {
  await removeHalfMade(folder);
  if (!(await holdsCluster(folder))) await initialise(folder, password, durable);
  await chmod(folder, 0o700);
  const port = await freePort();
  const url = (database: string) => `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
  const start = async (interrupt?: AbortSignal) => {
    await stopLeftovers(folder);
    return startServer({ folder, port, durable }, interrupt);
  };
  const startFirst = () =>
    retry(
      () => start(signal),
      new AbortController().signal,
      (error) => error instanceof PassingError,
    );
  let server = await startFirst();
  try {
    if (!(await knowsPassword(url("postgres")))) {
      await server.stop();
      await resetPassword(folder, password);
      server = await startFirst();
      log(
        "The keys in keys.json are not those this database was used with last (a lost file is written anew): everybody is signed out, and captchas solved before are void.",
      );
    }
  } catch (error) {
    await server.stop();
    throw error;
  }
  const { gone, stop } = supervise(server, () => start(), log);
  return { port, url, gone, stop };
}
