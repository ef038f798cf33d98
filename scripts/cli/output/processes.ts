import { execFile } from "node:child_process";
import { readFile, readlink } from "node:fs/promises";
import { promisify } from "node:util";

/** When a process started, where that can be found out; setting the clock does not change it. */
export async function begun(pid: number): Promise<string | undefined> {
  try {
    if (process.platform === "win32") return undefined;
    if (process.platform !== "linux") {
      // Another process may have another language or time zone, and has to get the same answer.
      const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
      const { stdout } = await promisify(execFile)("ps", ["-o", "lstart=", "-p", String(pid)], { env });
      return stdout.trim();
    }
    const [boot, line] = await Promise.all([
      readFile("/proc/sys/kernel/random/boot_id", "utf8"),
      readFile(`/proc/${pid}/stat`, "utf8"),
    ]);
    // proc_pid_stat(5): field 22 is the start in clock ticks since boot; field 2 may hold spaces and parentheses.
    const ticks = line.slice(line.lastIndexOf(")") + 2).split(" ")[19];
    return `${boot.trim()} ${ticks}`;
  } catch {
    return undefined;
  }
}

/** The namespace in which this process sees the numbers of others (pid_namespaces(7)); only Linux has any. */
export const numberSpace = (): Promise<string | undefined> => readlink("/proc/self/ns/pid").catch(() => undefined);
