import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Copies a data folder, or its cluster, while nothing serves it; `to` must not exist. Keeps owners, which PostgreSQL checks. */
export const copyFolder = async (from: string, to: string): Promise<void> => void (await run("cp", ["-a", from, to]));
