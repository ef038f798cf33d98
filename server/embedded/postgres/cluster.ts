import { type ChildProcess, spawn } from "node:child_process";
import { constants, open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseError } from "pg";
import { codeOf } from "../../lib/caught.ts";
import { withClient } from "../database/withClient.ts";
import { PassingError, StackError } from "../errors/stackError.ts";
import { holdsCluster, initialise, refuseOtherMajor } from "./initialise.ts";
import { socketIn, socketNumber, stopLeftovers } from "./leftovers.ts";
import { postgresEnvironment, postgresOwner, type PostgresPrograms, postgresPrograms } from "./programs.ts";

/** A running PostgreSQL server, which is reached by a socket in its folder. */
interface Cluster {
  /** Connection string of one of its databases, as superuser. */
  url(database: string): string;
  /** Ends open sessions and shuts down ("fast" mode). */
  stop(): Promise<void>;
  /** Resolves with one line when the server has ended by itself. */
  terminated: Promise<string>;
}

interface ClusterOptions {
  /** Absolute path of the cluster's folder; created and initialised if missing. Its owner must be able to enter the parents. */
  folder: string;
  password: string;
  /** Whether writes wait for the disk, by default true. Databases that are thrown away need not. */
  durable?: boolean;
  /** PostgreSQL's programs, by default those of this machine's package. */
  programs?: PostgresPrograms | undefined;
  /** Aborts the start, and stops what has been started by then. Has no effect once the cluster is up. */
  signal?: AbortSignal | undefined;
}

/**
 * Connection string of a database in a cluster's folder, as superuser; it does not matter which process started
 * the cluster. It turns TLS off explicitly, because PGSSLMODE in the environment, set for another database,
 * would make a client ask for it.
 */
export const databaseUrl = (folder: string, password: string, database = "postgres"): string =>
  `postgres://postgres:${encodeURIComponent(password)}@${encodeURIComponent(folder)}:${socketNumber}/${database}?sslmode=disable&sslnegotiation=postgres`;

/** Longest path of a socket that every system allows, in bytes (macOS: 104 with the final zero). */
const longestSocket = 103;

/** Attempts to start a server, and the pause between them in ms: the processes of a killed one need a moment to end. */
const attempts = { most: 6, pause: 500 };

/** Temporary failures of a start: an earlier server's shared memory is not freed yet, or it received a request to shut down. */
const passing = /pre-existing shared memory block|exit code 0$/u;

/**
 * Starts the cluster in a folder that only the caller uses, and initialises it first if it is new. A server that a killed process
 * has left there is shut down first.
 * @throws StackError with PostgreSQL's own reason if the folder cannot be set up or the server does not start; the signal's reason.
 */
export async function startCluster({ durable = true, ...options }: ClusterOptions): Promise<Cluster> {
  const { folder, password, signal } = options;
  if (Buffer.byteLength(socketIn(folder)) > longestSocket)
    throw new StackError(
      `${folder} has too long a path for PostgreSQL's socket, by ${Buffer.byteLength(socketIn(folder)) - longestSocket} bytes. Name a shorter one with DATA_FOLDER.`,
    );
  const programs = options.programs ?? (await postgresPrograms());
  if (!(await holdsCluster(folder))) await initialise(folder, { password, durable, signal, programs });
  for (let attempt = 1; ; attempt++) {
    await stopLeftovers(folder);
    try {
      return await startServer(folder, password, durable, programs, signal);
    } catch (error) {
      if (!(error instanceof PassingError) || attempt === attempts.most) throw error;
      await sleep(attempts.pause, undefined, { signal });
    }
  }
}

/** PostgreSQL's log, which every start begins anew. */
const logOf = (folder: string): string => join(folder, "server.log");

const settingsOf = (durable: boolean): string[] => [
  // The server has no port: other users of this machine could connect to it, or take it when PostgreSQL has
  // ended (docs/decisions/0066).
  "listen_addresses=",
  // The socket is in the folder itself, so that another container also sees that the folder is in use.
  "unix_socket_directories=.",
  "max_connections=100",
  // Of its log PostgreSQL keeps 1 GB by default, a quarter of the disk that docs/launch.md asks for. Half is enough for the 40 joins
  // a second of docs/capacity.md, as a checkpoint begins at 269 MB and they write 264 MB in the five minutes until the next anyway.
  "max_wal_size=512MB",
  // Statements and row values never reach the log: they hold personal data.
  "log_min_messages=fatal",
  "log_min_error_statement=panic",
  "log_error_verbosity=terse",
  ...(durable ? [] : ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]),
];

interface Launched {
  child: ChildProcess;
  /** Resolves with how it exited. */
  exited: Promise<string>;
}

/** Starts PostgreSQL as a process that may outlive this one. */
async function launch(folder: string, durable: boolean, { postgres }: PostgresPrograms): Promise<Launched> {
  const owner = await postgresOwner();
  // The file is not opened through a link, by which PostgreSQL's user could make root write any file.
  const { O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants;
  const log = await open(logOf(folder), O_CREAT | O_NOFOLLOW | O_TRUNC | O_WRONLY, 0o600);
  try {
    if (owner) await log.chown(owner.uid, owner.gid);
    const child = spawn(
      postgres,
      ["-D", folder, "-p", String(socketNumber), ...settingsOf(durable).flatMap((setting) => ["-c", setting])],
      // The server gets a separate session, as a Ctrl-C at the terminal would end it at once; we stop it after
      // its last answer.
      { ...owner, cwd: folder, env: postgresEnvironment(), detached: true, stdio: ["ignore", log.fd, log.fd] },
    );
    // The listeners are added at once: the server may have ended by the time the log is closed here.
    const exited = new Promise<string>((resolve) => {
      child.once("error", (error) => resolve(error.message));
      child.once("exit", (code, by) => resolve(by === null ? `exit code ${code}` : `signal ${by}`));
    });
    return { child, exited };
  } finally {
    await log.close();
  }
}

async function startServer(
  folder: string,
  password: string,
  durable: boolean,
  programs: PostgresPrograms,
  signal: AbortSignal | undefined,
): Promise<Cluster> {
  const launched = await launch(folder, durable, programs);
  const { child } = launched;
  child.unref();
  const over = new AbortController();
  const exited = launched.exited.finally(() => over.abort());
  // If this process ends without having stopped the server, the server is at least asked to stop.
  const onExit = () => child.kill("SIGINT");
  process.once("exit", onExit);
  let stopping = false;
  const stop = async () => {
    stopping = true;
    process.off("exit", onExit);
    if (over.signal.aborted) return;
    child.ref();
    child.kill("SIGINT");
    const timer = setTimeout(() => child.kill("SIGQUIT"), stopTimeout);
    await exited.finally(() => clearTimeout(timer));
  };
  const terminated = exited.then((reason) =>
    stopping ? new Promise<never>(() => undefined) : `PostgreSQL has ended (${reason}). What was stored is safe.`,
  );
  const url = (database: string) => databaseUrl(folder, password, database);
  try {
    while (!over.signal.aborted && !(await answers(url("postgres")))) {
      signal?.throwIfAborted();
      await Promise.race([exited, sleep(20)]);
    }
    signal?.throwIfAborted();
  } catch (error) {
    await stop();
    throw error;
  }
  if (!over.signal.aborted) return { url, stop, terminated };
  await refuseOtherMajor(folder);
  const said = (await readFile(logOf(folder), "utf8").catch(() => "")).trim().split("\n").at(-1);
  const reason = said || (await exited);
  const Failure = passing.test(reason) ? PassingError : StackError;
  throw new Failure(`The database in ${folder} does not start: ${reason}. Its log is ${logOf(folder)}`);
}

/** Time after which a shutdown is forced, in ms; PostgreSQL then replays its log at the next start. */
const stopTimeout = 30_000;

/**
 * Whether the server accepts connections yet: after a crash it first replays its log.
 * @throws StackError if it does not take the password
 */
async function answers(url: string): Promise<boolean> {
  try {
    await withClient(url, async () => undefined);
    return true;
  } catch (cause) {
    if (cause instanceof DatabaseError && cause.code === "28P01")
      throw new StackError(
        "The database does not take the password in keys.json. Bring back the file that belongs to it, or restore a backup with its keys: npx prelaunch restore FILE --replace",
        { cause },
      );
    // The server is starting, or not listening yet. If it has ended, its exit says so.
    if (codeOf(cause) === "57P03" || (cause instanceof Error && "syscall" in cause)) return false;
    if (cause instanceof Error && cause.message.startsWith("Connection terminated")) return false;
    throw cause;
  }
}
