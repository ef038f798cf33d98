import { inject } from "vitest";
import { copyFolder } from "./dataFolders.ts";

/**
 * Makes a data folder in which a stack was started once and stopped. The first start takes a second of processor time longer
 * than later ones, so tests of anything else begin with a copy of it; all copies have the same keys.
 */
export const prepareDataFolder = (folder: string): Promise<void> => copyFolder(inject("preparedFolder"), folder);
