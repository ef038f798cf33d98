import { execFile } from "node:child_process";
import { readdir, readFile, readlink, realpath, stat } from "node:fs/promises";
import { basename } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A process that is proven to be PostgreSQL in a folder. */
export interface ServerProcess {
  pid: number;
  /** The process to signal; the others are, or were, its children. */
  postmaster: boolean;
}

/** A cluster's folder, and its owner, who is the only one that PostgreSQL serves it for: anybody can give a process its name. */
interface Place {
  folder: string;
  uid: number;
}

/**
 * Finds the PostgreSQL processes of a folder: those of its owner named `postgres` that were started with `-D` on it, or whose working
 * directory it is. No file in the folder is used, as the process id in it may belong to another process by now.
 */
export async function serversOf(folder: string): Promise<ServerProcess[]> {
  const place = { folder: await realpath(folder), uid: (await stat(folder)).uid };
  return process.platform === "linux" ? serversInProc(place) : serversInPs(place);
}

async function serversInProc(place: Place): Promise<ServerProcess[]> {
  const pids = (await readdir("/proc")).map(Number).filter((pid) => pid > 1 && pid !== process.pid);
  const found = await Promise.all(pids.map((pid) => inspect(pid, place)));
  return found.filter((server) => server !== undefined);
}

async function inspect(pid: number, { folder, uid }: Place): Promise<ServerProcess | undefined> {
  // A process that has ended meanwhile, or a zombie, has no command line.
  const args = (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).split("\0");
  const [name = ""] = args;
  if (!name.startsWith("postgres: ") && basename(name) !== "postgres") return undefined;
  const owner = await stat(`/proc/${pid}`).catch(() => undefined);
  if (owner?.uid !== uid) return undefined;
  if ((await folderOf(args)) === folder) return { pid, postmaster: true };
  // Only readable by the same user, or root with CAP_SYS_PTRACE, which root in a container often lacks.
  const at = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return at === folder ? { pid, postmaster: false } : undefined;
}

async function folderOf(args: string[]): Promise<string | undefined> {
  const index = args.indexOf("-D");
  const named = index === -1 ? undefined : args[index + 1];
  return named === undefined ? undefined : realpath(named).catch(() => undefined);
}

/** Command lines from `ps`, for systems without /proc (macOS). Children without `-D` are not found there. */
async function serversInPs({ folder, uid }: Place): Promise<ServerProcess[]> {
  const { stdout } = await run("ps", ["-axww", "-o", "pid=,uid=,command="], { maxBuffer: 64 * 1024 * 1024 });
  return stdout.split("\n").flatMap((line) => {
    const [, pid = "", owner = "", program = "", rest = ""] = /^\s*(\d+)\s+(\d+) (\S*postgres) (.*)$/u.exec(line) ?? [];
    const ours = Number(owner) === uid && basename(program) === "postgres" && `${rest} `.includes(`-D ${folder} `);
    return ours ? [{ pid: Number(pid), postmaster: true }] : [];
  });
}
