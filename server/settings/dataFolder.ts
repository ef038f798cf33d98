/** Where the embedded stack of a checkout keeps its data, below the project's folder, unless told otherwise. */
export const defaultDataFolder = ".data";
