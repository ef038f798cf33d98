import { codeOf } from "../../lib/caught.ts";

/** Whether a process with this number exists, whoever owns it. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}
