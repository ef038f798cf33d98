import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { isMissing, messageOf } from "../../lib/caught.ts";
import { renameDurably } from "../../lib/writeWhole.ts";
import { StackError } from "../errors/stackError.ts";
import {
  giveToPostgres,
  postgresEnvironment,
  postgresOwner,
  type PostgresPrograms,
  postgresPrograms,
} from "./programs.ts";

const run = promisify(execFile);

/** Finds the line with the reason: further errors follow from the first, and the last lines of initdb are about cleaning up. */
const reasonOf = (error: unknown): string => {
  const said = messageOf(error).trim();
  // When a file could be written in part, PostgreSQL gives the reason only as a hint.
  if (said.includes("Check free disk space")) return "No space left on device";
  const lines = said.split("\n");
  return lines.find((line) => /(?:FATAL|PANIC|ERROR|error|^sh): /u.test(line)) ?? lines.at(-1) ?? "";
};

/**
 * Whether a folder contains a database cluster. Only a missing file means no; an unreadable one is an error.
 * @throws StackError if it cannot be determined, or the folder contains something else.
 */
export async function holdsCluster(folder: string): Promise<boolean> {
  try {
    await readFile(join(folder, "PG_VERSION"));
    return true;
  } catch (cause) {
    if (!isMissing(cause))
      throw new StackError(`${folder} cannot be read: ${messageOf(cause)}. Nothing was changed.`, { cause });
  }
  const names = await readdir(folder).catch(() => []);
  if (names.length === 0) return false;
  throw new StackError(
    `${folder} is not empty, but its file PG_VERSION is missing. It may be a damaged database: restore it from a backup, or move it away to start afresh.`,
  );
}

/**
 * Refuses a cluster of another major version: PostgreSQL only reads files of its major version.
 * @throws StackError that says how to upgrade.
 */
export async function refuseOtherMajor(folder: string): Promise<void> {
  const { postgres } = await postgresPrograms();
  const made = (await readFile(join(folder, "PG_VERSION"), "utf8").catch(() => "")).trim();
  const bundled = /(\d+)\./u.exec((await run(postgres, ["--version"])).stdout)?.[1];
  if (!/^\d+$/u.test(made) || bundled === undefined || made === bundled) return;
  throw new StackError(
    `The database in ${folder} was made by PostgreSQL ${made}, this version brings PostgreSQL ${bundled}. Back it up with the version that ran before, and restore that here: npx prelaunch restore FILE --replace (docs/backup.md)`,
  );
}

interface NewCluster {
  password: string;
  /** Whether writes wait for the disk. */
  durable: boolean;
  programs: Pick<PostgresPrograms, "initdb">;
  /** Ends initdb, which takes a second, or many on a slow disk. */
  signal: AbortSignal | undefined;
}

/**
 * Creates a new cluster beside its place, then moves it there as a whole. What a killed attempt has left is removed first: only
 * the caller uses the folder.
 * @throws StackError, the signal's reason
 */
export async function initialise(folder: string, options: NewCluster): Promise<void> {
  const [fresh, passwordFile] = [`${folder}.new`, `${folder}.new.pw`];
  const remove = () => Promise.all([fresh, passwordFile].map((left) => rm(left, { recursive: true, force: true })));
  try {
    await remove();
    await mkdir(fresh, { mode: 0o700 });
    await writeFile(passwordFile, options.password, { mode: 0o600, flag: "wx" });
    for (const made of [fresh, passwordFile]) await giveToPostgres(made);
    await runInitdb(fresh, passwordFile, options);
    await rm(passwordFile);
    await renameDurably(fresh, folder);
  } catch (cause) {
    await remove().catch(() => undefined);
    // A Ctrl-C at the terminal also ends initdb by itself.
    options.signal?.throwIfAborted();
    throw new StackError(`PostgreSQL could not set up ${folder}: ${reasonOf(cause)}${advice(cause)}`, { cause });
  }
}

async function runInitdb(
  folder: string,
  passwordFile: string,
  { durable, signal, programs: { initdb } }: NewCluster,
): Promise<void> {
  const owner = await postgresOwner();
  const flags = ["-U", "postgres", "-E", "UTF8", "--locale=C", "--auth=scram-sha-256", `--pwfile=${passwordFile}`];
  signal?.throwIfAborted();
  const running = run(initdb, ["-D", folder, "--no-instructions", ...(durable ? [] : ["--no-sync"]), ...flags], {
    ...owner,
    env: postgresEnvironment(),
  });
  // The signal is not an option of execFile, which would not wait until initdb has ended.
  const end = () => void running.child.kill();
  signal?.addEventListener("abort", end);
  await running.finally(() => signal?.removeEventListener("abort", end));
}

const advice = (cause: unknown): string =>
  process.getuid?.() === 0 && /permission denied/iu.test(String(cause))
    ? ". Under root it runs as the user postgres, who must be able to reach this folder: name another, such as DATA_FOLDER=/var/lib/keelbook"
    : "";
