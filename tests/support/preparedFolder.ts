import { inject } from "vitest";
import { copyFolder } from "./copyFolder.ts";

/**
 * Makes a data folder in which a stack was started once and stopped. The first start takes a second of processor time more
 * than the next, so that tests of something else begin with a copy of it; its keys are the same in each.
 */
export const prepareDataFolder = (folder: string): Promise<void> => copyFolder(inject("preparedFolder"), folder);
