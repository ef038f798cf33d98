import { execFile } from "node:child_process";
import { readdir, readFile, readlink, realpath } from "node:fs/promises";
import { basename } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A process that is proven to be PostgreSQL at work in one folder. */
export interface ServerProcess {
  pid: number;
  /** The one to signal; the others are its children, or were. */
  postmaster: boolean;
}

/**
 * The PostgreSQL processes of a folder: named `postgres` and either started with `-D` on it or at work in it. No file
 * in the folder is asked, since it may name a process that is another one by now.
 */
export async function serversOf(folder: string): Promise<ServerProcess[]> {
  const own = await realpath(folder);
  return process.platform === "linux" ? serversInProc(own) : serversInPs(own);
}

async function serversInProc(folder: string): Promise<ServerProcess[]> {
  const pids = (await readdir("/proc")).map(Number).filter((pid) => pid > 1 && pid !== process.pid);
  const found = await Promise.all(pids.map((pid) => inspect(pid, folder)));
  return found.filter((server) => server !== undefined);
}

async function inspect(pid: number, folder: string): Promise<ServerProcess | undefined> {
  // A process that has ended meanwhile, or is a zombie, has no command line.
  const args = (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).split("\0");
  const [name = ""] = args;
  if (!name.startsWith("postgres: ") && basename(name) !== "postgres") return undefined;
  if ((await folderOf(args)) === folder) return { pid, postmaster: true };
  // Only the same user, or root with CAP_SYS_PTRACE, may know; a container's root often has not.
  const at = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return at === folder ? { pid, postmaster: false } : undefined;
}

async function folderOf(args: string[]): Promise<string | undefined> {
  const index = args.indexOf("-D");
  const named = index === -1 ? undefined : args[index + 1];
  return named === undefined ? undefined : realpath(named).catch(() => undefined);
}

/** Where there is no /proc (macOS): the command lines that `ps` shows. Children without `-D` stay unseen there. */
async function serversInPs(folder: string): Promise<ServerProcess[]> {
  const { stdout } = await run("ps", ["-axww", "-o", "pid=,command="], { maxBuffer: 64 * 1024 * 1024 });
  return stdout.split("\n").flatMap((line) => {
    const [, pid = "", program = "", rest = ""] = /^\s*(\d+) (\S*postgres) (.*)$/u.exec(line) ?? [];
    const ours = basename(program) === "postgres" && `${rest} `.includes(`-D ${folder} `);
    return ours ? [{ pid: Number(pid), postmaster: true }] : [];
  });
}
