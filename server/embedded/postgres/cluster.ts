import { chmod } from "node:fs/promises";
import { PassingError } from "../errors/stackError.ts";
import { shortPath } from "../lock/shortPath.ts";
import { localAddress, socketNumber } from "./address.ts";
import { holdsCluster, initialise, removeHalfMade } from "./initialise.ts";
import { stopLeftovers } from "./leftovers.ts";
import { knowsPassword, resetPassword } from "./password.ts";
import { type Server, startServer } from "./server.ts";
import { retry, supervise } from "./supervise.ts";

/** A running PostgreSQL server, which is reached by a socket in its folder. */
export interface Cluster {
  /** Connection string of one of its databases, as superuser. */
  url(database: string): string;
  /** Ends open sessions and shuts down ("fast" mode). */
  stop(): Promise<void>;
  /** Resolves with one line when the server has ended by itself and could not be restarted. */
  gone: Promise<string>;
}

/** Options of a cluster. */
export interface ClusterOptions {
  /** Folder of the cluster; created and initialised if missing. Its owner must be able to enter the parents. */
  folder: string;
  password: string;
  /** Whether it waits for the disk, by default true. Databases that are thrown away afterwards need not. */
  durable?: boolean;
  /** Logs what the operator should know, one line at a time. */
  log?: ((line: string) => void) | undefined;
  /** Aborts the start, and stops what has been started by then. Has no effect once the cluster is up. */
  signal?: AbortSignal | undefined;
}

/**
 * Starts the cluster in a folder that only the caller uses, and initialises it first if it is new. A server that an earlier
 * process left running there (killed with -9) is shut down first, so that two never share the folder. A server that ends by
 * itself is restarted, a limited number of times.
 * @throws StackError if the folder cannot be set up or the server does not start; the signal's reason.
 */
export async function startCluster({
  folder,
  password,
  durable = true,
  log = () => undefined,
  signal,
}: ClusterOptions): Promise<Cluster> {
  await removeHalfMade(folder);
  if (!(await holdsCluster(folder)))
    await initialise(folder, { password, durable, signal }).catch((error: unknown) => {
      // A Ctrl-C at the terminal also ends initdb by itself.
      signal?.throwIfAborted();
      throw error;
    });
  await chmod(folder, 0o700);
  const { path, release } = await shortPath(folder);
  const url = (database: string) => localAddress(path, socketNumber, password, database);
  const start = async (interrupt?: AbortSignal) => {
    await stopLeftovers(folder);
    return startServer({ folder, durable }, interrupt);
  };
  const startFirst = () => retry(() => start(signal), { worthIt: (error) => error instanceof PassingError });
  let server: Server | undefined;
  try {
    server = await startFirst();
    if (!(await knowsPassword(url("postgres")))) {
      await server.stop();
      await resetPassword(folder, password);
      server = await startFirst();
      log(
        "The keys in keys.json are not those this database was used with last (a lost file is written anew): everybody is signed out, and captchas solved before are void.",
      );
    }
  } catch (error) {
    await server?.stop();
    await release();
    throw error;
  }
  const { gone, stop } = supervise(server, () => start(), log);
  return { url, gone, stop: () => stop().finally(release) };
}
