import { rename, rm } from "node:fs/promises";
import type { Claim } from "../../../cli/output/claim.ts";
import { claimAlone } from "../../../cli/output/claimAlone.ts";

/** Where rejected lines are kept until their import is complete. */
export const partialOf = (file: string): string => `${file}.partial`;

/** Keeps other imports from the partial file of `file`: two that write it at once spoil it. @throws CliError `failed` */
export const claimPartial = (file: string, now: Date): Promise<Claim> =>
  claimAlone(`${partialOf(file)}.lock`, now, {
    underWay: `Another import is writing ${file}`,
    instead: "give another --rejects",
  });

/** Gives the partial file its name, or removes the files of earlier imports where nothing was rejected. */
export async function settle(file: string, written: boolean): Promise<void> {
  if (written) return rename(partialOf(file), file);
  await rm(file, { force: true });
  // It belongs to an import that was not completed; a failure to remove it does no harm.
  await rm(partialOf(file), { force: true }).catch(() => undefined);
}
