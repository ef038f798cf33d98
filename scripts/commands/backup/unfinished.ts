import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Claim, claim, isAbandoned } from "../../cli/output/claim.ts";
import { claimAlone } from "../../cli/output/claimAlone.ts";

/** Names of what a backup is until it is whole and proven: its bytes are in `data`, who writes them in `claim`. */
export const unfinishedFiles = (path: string) => ({ data: `${path}.unfinished`, claim: `${path}.unfinished.lock` });

const claimName = /\.unfinished\.lock$/u;

/** Keeps other backups from what becomes `path`. @throws CliError `failed` when one writes it. */
export const claimUnfinished = (path: string, now: Date): Promise<Claim> =>
  claimAlone(unfinishedFiles(path).claim, now, {
    underWay: `Another backup is writing ${path}`,
    instead: "give another file",
  });

/**
 * Removes what killed backups have left in a folder, and says which files: rows of people, under names that no later
 * backup takes up, as every night has its own. Only what a claim of this machine names whose process is gone.
 */
export async function removeAbandoned(folder: string, now: Date): Promise<string[]> {
  const removed: string[] = [];
  for (const name of await readdir(folder).catch(() => []))
    if (claimName.test(name) && (await isAbandoned(join(folder, name)))) {
      const { data, claim: file } = unfinishedFiles(join(folder, name.replace(claimName, "")));
      // It is in nobody's way: what cannot be removed keeps no backup from being made.
      const taken = await claim(file, now).catch(() => undefined);
      if (!taken) continue;
      await rm(data).then(
        () => removed.push(data),
        () => undefined,
      );
      await taken.release();
    }
  return removed;
}
