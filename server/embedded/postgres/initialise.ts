import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { StackError } from "../errors/stackError.ts";
import { postgresBinaries } from "./binaries.ts";
import { postgresEnvironment } from "./environment.ts";
import { renameDurably } from "../../files/durable.ts";
import { giveToPostgres, type Owner, postgresOwner } from "./owner.ts";
import { isMissing, messageOf } from "../../lib/caught.ts";

const run = promisify(execFile);

/**
 * Finds the line with the reason: further errors follow from the first, and the last lines of initdb are about cleaning up. The shell
 * that it calls marks no line as an error, such as `sh: 1: cannot create /dev/null: Permission denied`.
 */
export const reason = (error: unknown): string => {
  const lines = messageOf(error).trim().split("\n");
  return lines.find((line) => /(?:FATAL|PANIC|ERROR|error|^sh): /u.test(line)) ?? lines.at(-1) ?? "";
};

/**
 * Whether a folder contains a database cluster. Only a missing file means no; an unreadable one is an error.
 * @throws StackError if it cannot be determined, or the folder contains something else.
 */
export async function holdsCluster(folder: string): Promise<boolean> {
  const file = join(folder, "PG_VERSION");
  try {
    await readFile(file);
    return true;
  } catch (cause) {
    if (!isMissing(cause)) throw unreadable(file, cause);
  }
  const names = await readdir(folder).catch((cause: unknown) => {
    if (isMissing(cause)) return [];
    throw unreadable(folder, cause);
  });
  if (names.length === 0) return false;
  throw new StackError(
    `${folder} is not empty, but its file PG_VERSION is missing. It may be a damaged database: restore it from a backup, or move it away to start afresh.`,
  );
}

const unreadable = (path: string, cause: unknown) =>
  new StackError(`${path} cannot be read: ${reason(cause)}. Nothing was changed.`, { cause });

const freshPrefix = (folder: string): string => `${folder}.new-`;

/**
 * Removes what starts have left that were killed while they created a cluster, including the file with its password. What cannot
 * be removed, for example because initdb is still running, is left to the next start.
 */
export async function removeHalfMade(folder: string): Promise<void> {
  const parent = dirname(folder);
  const names = await readdir(parent).catch(() => []);
  for (const name of names.filter((one) => join(parent, one).startsWith(freshPrefix(folder))))
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
}

/**
 * Refuses an initdb that would not find the server beside it: it has a shell read its own path in double quotes.
 * @throws StackError
 */
export function refuseShellCharacters(initdb: string): void {
  const [character] = (process.platform !== "win32" && /["$`]/u.exec(initdb)) || [];
  if (character !== undefined)
    throw new StackError(
      `PostgreSQL cannot set up a database from a folder whose path has a ${character}. Move the project: ${initdb}`,
    );
}

/** How a cluster is created. */
interface NewCluster {
  password: string;
  /** Whether it waits for the disk. */
  durable: boolean;
  /** Ends initdb, which takes a second, or many on a slow disk. */
  signal: AbortSignal | undefined;
}

/**
 * Creates a new cluster beside its place, then moves it there as a whole. A failed attempt removes what it created, and
 * nothing else.
 * @throws StackError
 */
export async function initialise(folder: string, options: NewCluster): Promise<void> {
  const { durable } = options;
  const [{ initdb }, owner] = await Promise.all([postgresBinaries(), postgresOwner()]);
  refuseShellCharacters(initdb);
  const fresh = await mkdtemp(freshPrefix(folder));
  try {
    await giveToPostgres(fresh);
    await runInitdb(initdb, fresh, owner, options);
    await (durable ? renameDurably : rename)(fresh, folder);
  } catch (cause) {
    await rm(fresh, { recursive: true, force: true });
    throw new StackError(`PostgreSQL could not set up ${folder}: ${reason(cause)}${advice(owner, durable, cause)}`, {
      cause,
    });
  }
}

async function runInitdb(
  initdb: string,
  folder: string,
  owner: Owner | undefined,
  { password, durable, signal }: NewCluster,
): Promise<void> {
  const passwordFile = `${folder}.pw`;
  try {
    await writeFile(passwordFile, password, { mode: 0o600, flag: "wx" });
    await giveToPostgres(passwordFile);
    const flags = ["-U", "postgres", "-E", "UTF8", "--locale=C", "--auth=scram-sha-256", `--pwfile=${passwordFile}`];
    signal?.throwIfAborted();
    const running = run(initdb, ["-D", folder, "--no-instructions", ...(durable ? [] : ["--no-sync"]), ...flags], {
      ...owner,
      env: postgresEnvironment(),
    });
    // Not by the option of execFile, which does not wait until initdb has ended.
    const end = () => void running.child.kill();
    signal?.addEventListener("abort", end);
    await running.finally(() => signal?.removeEventListener("abort", end));
  } finally {
    await rm(passwordFile, { force: true });
  }
}

const advice = (owner: Owner | undefined, durable: boolean, cause: unknown): string =>
  owner && /permission denied/iu.test(String(cause))
    ? `. Under root it runs as the user postgres, who must be able to reach this folder: name another with ${otherFolder(durable)}`
    : "";

/** The setting that names another folder: the data folder's, or that of temporary databases, which are not durable. */
const otherFolder = (durable: boolean): string =>
  durable ? "DATA_FOLDER, such as /var/lib/keelbook" : "TMPDIR, such as /var/tmp";
