/** Default data folder of the embedded stack, relative to the project's folder. */
export const defaultDataFolder = ".data";
