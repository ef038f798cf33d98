import { rename, rm } from "node:fs/promises";
import type { Claim } from "../../../cli/output/claim.ts";
import { claimAlone } from "../../../cli/output/claimAlone.ts";

/** Where rejected lines are until their import has come through. */
export const partialOf = (file: string): string => `${file}.partial`;

/** Keeps other imports from the partial of `file`: two that write it at once spoil it. @throws CliError `failed` */
export const claimPartial = (file: string, now: Date): Promise<Claim> =>
  claimAlone(`${partialOf(file)}.lock`, now, {
    underWay: `Another import is writing ${file}`,
    instead: "give another --rejects",
  });

/** Gives a partial its name, or removes what earlier imports left. */
export async function settle(file: string, written: boolean): Promise<void> {
  if (written) return rename(partialOf(file), file);
  await rm(file, { force: true });
  // That of an import that did not come through. It is in nobody's way if it cannot go.
  await rm(partialOf(file), { force: true }).catch(() => undefined);
}
