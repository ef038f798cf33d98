/**
 * Why the project cannot be built in a folder, or undefined where it can: Vite and Vike read a path as part of an address or as a pattern,
 * and would name a file that does not exist.
 */
export function folderProblem(folder) {
  const [character] = /[#%?*]/u.exec(folder) ?? [];
  if (character === undefined) return undefined;
  return `The page cannot be built in a folder whose path has a "${character}". Move it: ${folder}`;
}
