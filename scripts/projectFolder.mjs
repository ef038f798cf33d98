/**
 * Why the project cannot be built in a folder, or undefined where it can: Vite and Vike read a path as part of an
 * address or as a pattern, and would name a file that does not exist.
 */
export function folderProblem(folder) {
  const [character] = /[#%?*]/u.exec(folder) ?? [];
  if (character === undefined) return undefined;
  return `The page cannot be built in a folder whose path has a "${character}". Move it: ${folder}`;
}

/**
 * The failure of the file system that keeps a program from writing its own files, in one line, such as that of a
 * user who does not own the project's folder. Throws any other error on.
 */
export function writeProblem(error) {
  if (error?.syscall === undefined || error.path === undefined) throw error;
  return `cannot write its files: ${error.message}`;
}
