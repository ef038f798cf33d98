import { chmod } from "node:fs/promises";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { PassingError, StackError } from "../stackError.ts";
import { holdsCluster, initialise } from "./initialise.ts";
import { stopLeftovers } from "./leftovers.ts";
import { knowsPassword, resetPassword } from "./password.ts";
import { type Server, startServer } from "./server.ts";

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

export interface ClusterOptions {
  /** Folder of the cluster; made and initialised when missing. Its parents must be reachable by its owner. */
  folder: string;
  password: string;
  /** Skips waiting for the disk: for databases that a test throws away. */
  durable?: boolean;
  /** Told, in one line, what the operator should know. */
  log?: (line: string) => void;
}

/** How often a server that ended by itself is started again within the span, in ms, before it is given up. */
const restarts = { most: 3, span: 10 * 60_000 };

/** Pause before the next attempt of a restart, in ms: the processes of a killed server need a moment to end. */
const restartPause = 250;

/** A port of 127.0.0.1 that nobody has at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new StackError("No free port for PostgreSQL.");
  return address.port;
}

/**
 * Starts the cluster in a folder, initialising it first when it is new. A server that an earlier process left
 * running there (killed with -9) is shut down first, so no two ever share the folder. One that ends by itself is
 * started again on the same port, a bounded number of times.
 * @throws StackError when the folder cannot be set up or the server does not come up.
 */
export async function startCluster({
  folder,
  password,
  durable = true,
  log = () => undefined,
}: ClusterOptions): Promise<Cluster> {
  if (!(await holdsCluster(folder))) await initialise(folder, password, durable);
  await chmod(folder, 0o700);
  const port = await freePort();
  const url = (database: string) => `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
  const start = async () => {
    await stopLeftovers(folder);
    return startServer({ folder, port, durable });
  };
  const startFirst = () => persist(start, new AbortController().signal, (error) => error instanceof PassingError);
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
  const { gone, stop } = supervise(server, start, log);
  return { port, url, gone, stop };
}

/** Starts the server again when it has ended by itself. */
function supervise(first: Server, start: () => Promise<Server>, log: (line: string) => void) {
  const stopping = new AbortController();
  let current = Promise.resolve(first);
  const watch = async (): Promise<string> => {
    for (let past: number[] = []; ;) {
      const reason = await (await current).ended;
      if (stopping.signal.aborted) return new Promise<never>(() => undefined);
      const now = performance.now();
      past = [...past.filter((time) => now - time < restarts.span), now];
      if (past.length > restarts.most) return `PostgreSQL has ended ${past.length} times (${reason}).`;
      log(`PostgreSQL has ended (${reason}) and is started again.`);
      current = persist(start, stopping.signal);
      await current;
    }
  };
  const gone = watch().catch((error: unknown) =>
    stopping.signal.aborted
      ? new Promise<never>(() => undefined)
      : `PostgreSQL has ended and does not start again. ${error instanceof Error ? error.message : String(error)}`,
  );
  const stop = async () => {
    stopping.abort();
    const server = await current.catch(() => undefined);
    await server?.stop();
  };
  return { gone, stop };
}

/** A few attempts, as long as the failures are `worthIt`. */
async function persist(
  start: () => Promise<Server>,
  signal: AbortSignal,
  worthIt: (error: unknown) => boolean = () => true,
): Promise<Server> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start();
    } catch (error) {
      if (signal.aborted || attempt === restarts.most || !worthIt(error)) throw error;
      await sleep(restartPause * 2 ** attempt, undefined, { signal });
    }
  }
}
