import type { BackendContext } from "../../cli/context.ts";
import { databasesAsideOf } from "../../cli/databasesAside.ts";
import { type Finding, warning } from "../finding.ts";

/** How long data of erased people may stay in copies, in ms: thirty days, as in backups (docs/backup.md). */
const longest = 30 * 24 * 60 * 60 * 1000;

/** Are there databases that a restore put aside long ago and that nobody has deleted? */
export async function checkAside(context: BackendContext): Promise<Finding[]> {
  const databases = await databasesAsideOf(context);
  return databases
    .filter(({ since }) => context.clock().getTime() - since.getTime() > longest)
    .map(({ folder, since }) =>
      warning(
        "data",
        `The database that a restore put aside on ${since.toISOString().slice(0, 10)} is still there, with the data of everybody who was erased since.`,
        `When you no longer need it: rm -r '${folder}'`,
      ),
    );
}
