import type { Pruning } from "../../../server/retention/prune.ts";
import { countOf } from "../../cli/calls.ts";
import type { BackendContext } from "../../cli/context.ts";
import { type ProgressBar, progressBar } from "../../cli/progressBar.ts";

/** A progress bar that is told of the pages looked through. */
type PruneBar = Required<Pick<Pruning, "looked">> & Pick<ProgressBar, "end">;

/**
 * Opens a bar of the people and mails to look through, which are most of the work.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export async function openBar(context: BackendContext): Promise<PruneBar> {
  const sizeOf = async (table: "waitlist" | "email_outbox") => (context.interactive ? countOf(context, table) : 0);
  const left = { links: 0, people: await sizeOf("waitlist"), accounts: 0, mails: await sizeOf("email_outbox") };
  const bar = progressBar(context, left.people + left.mails);
  let done = 0;
  return {
    looked(part, most) {
      // Fewer than were counted, where rows have gone since, and more, where others have come.
      const rows = Math.min(most, left[part]);
      left[part] -= rows;
      if (rows > 0) bar.at((done += rows));
    },
    end: bar.end,
  };
}
