import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { inject } from "vitest";

const run = promisify(execFile);

/** Copies a data folder, or its cluster, that nobody serves; `to` must not be there. Owners stay: PostgreSQL asks for its own. */
export const copyFolder = async (from: string, to: string): Promise<void> => void (await run("cp", ["-a", from, to]));

/**
 * Makes a data folder in which a stack was started once and stopped. The first start takes a second of processor time more
 * than the next, so that tests of something else begin with a copy of it; its keys are the same in each.
 */
export const prepareDataFolder = (folder: string): Promise<void> => copyFolder(inject("preparedFolder"), folder);
