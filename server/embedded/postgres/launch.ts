import { type ChildProcess, spawn } from "node:child_process";
import { constants, type FileHandle, lstat, open, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { StackError } from "../errors/stackError.ts";
import { socketNumber } from "./address.ts";
import { postgresBinaries } from "./binaries.ts";
import { postgresEnvironment } from "./environment.ts";
import { postgresOwner } from "./owner.ts";
import { codeOf, isMissing } from "../../lib/caught.ts";

/** Options of a PostgreSQL process. */
export interface ServerOptions {
  folder: string;
  /** Whether it waits for the disk. */
  durable: boolean;
}

/** A started process, which may not accept connections yet, or ever. */
export interface Launched {
  child: ChildProcess;
  /** How it ended. */
  exited: Promise<string>;
  /** Bytes that the log had before, from earlier starts. */
  logged: number;
}

// Statements and row values never reach the log: they hold personal data.
const quiet = ["log_min_messages=fatal", "log_min_error_statement=panic", "log_error_verbosity=terse"];

/** Size in bytes from which a log is put aside at the next start. It grows by a line for each failed sign-in and each crash. */
const maxLog = 1024 ** 2;

/** Puts a long log aside as `server.log.1`, in the place of an earlier one, so that the two together stay short. */
async function putAside(file: string): Promise<void> {
  const { size } = await lstat(file).catch(() => ({ size: 0 }));
  if (size >= maxLog) await rename(file, `${file}.1`);
}

/**
 * Opens the log, which is in the database's folder. It is given to PostgreSQL's user, who owns that folder; so root follows no
 * link, by which that user could be given any file.
 */
async function openLog(file: string): Promise<FileHandle> {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
  try {
    return await open(file, O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY, 0o600);
  } catch (cause) {
    if (isMissing(cause))
      throw new StackError(
        `${dirname(file)} is gone, or its disk is. Bring it back first: a start without it makes a new, empty database.`,
        { cause },
      );
    if (codeOf(cause) !== "ELOOP") throw cause;
    throw new StackError(`${file} is a link, and no log is written through one. Remove it.`, { cause });
  }
}

/** Starts PostgreSQL as a process that may outlive this one; its output is appended to `file`. */
export async function launch({ folder, durable }: ServerOptions, file: string): Promise<Launched> {
  const [{ postgres }, owner] = await Promise.all([postgresBinaries(), postgresOwner()]);
  const settings = [
    // On no port: other users of this machine could connect to it, and take it when PostgreSQL has ended (docs/decisions/0209).
    "listen_addresses=",
    // In the folder itself, so that everybody with access to the folder, even in another container, can see that it is in use.
    "unix_socket_directories=.",
    "max_connections=100",
    ...quiet,
    ...(durable ? [] : ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]),
  ];
  await putAside(file);
  const log = await openLog(file);
  try {
    const { size: logged } = await log.stat();
    if (owner) await log.chown(owner.uid, owner.gid);
    const child = spawn(
      postgres,
      ["-D", folder, "-p", String(socketNumber), ...settings.flatMap((setting) => ["-c", setting])],
      // A session of its own, as a Ctrl-C at the terminal is meant for us; we stop the server after its last answer.
      { ...owner, cwd: folder, env: postgresEnvironment(), detached: true, stdio: ["ignore", log.fd, log.fd] },
    );
    child.unref();
    // Listens at once, as a process that fails to start may end before the log is closed.
    const exited = new Promise<string>((resolve) => {
      child.once("error", (error) => resolve(error.message));
      child.once("exit", (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`));
    });
    return { child, exited, logged };
  } finally {
    await log.close();
  }
}
