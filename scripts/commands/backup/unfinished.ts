import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Claim, claim, isAbandoned } from "../../cli/output/claim.ts";
import { claimAlone } from "../../cli/output/claimAlone.ts";

/** Names of the files of a backup until it is complete and proven: its bytes are in `data`, who writes them in `claim`. */
export const unfinishedFiles = (path: string) => ({ data: `${path}.unfinished`, claim: `${path}.unfinished.lock` });

const claimName = /\.unfinished\.lock$/u;

/** Keeps other backups from writing `path` meanwhile. @throws CliError `failed` when one does already. */
export const claimUnfinished = (path: string, now: Date): Promise<Claim> =>
  claimAlone(unfinishedFiles(path).claim, now, {
    underWay: `Another backup is writing ${path}`,
    instead: "give another file",
  });

/**
 * Removes what killed backups left in a folder, and returns the names of those files: they hold personal data, under names
 * that no later backup uses, as each night's differs. Only where a claim names a process of this machine that has ended.
 */
export async function removeAbandoned(folder: string, now: Date): Promise<string[]> {
  const removed: string[] = [];
  for (const name of await readdir(folder).catch(() => []))
    if (claimName.test(name) && (await isAbandoned(join(folder, name)))) {
      const { data, claim: file } = unfinishedFiles(join(folder, name.replace(claimName, "")));
      // It is in nobody's way: a failure to remove it must not keep a backup from being made.
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
