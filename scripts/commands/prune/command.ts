import type { Command } from "commander";
import { keptDays } from "../../../server/contract/retention.ts";
import { defaultUnconfirmedDays } from "../../../server/settings/defaults.ts";
import { parseCount } from "../../cli/arguments.ts";
import { type Host, onBackend } from "../../cli/context.ts";
import { examples } from "../../cli/help.ts";
import type { PruneOptions } from "./run.ts";

/** `prelaunch prune`, which erases data past its retention time. */
export function definePrune(program: Command, host: Host): void {
  program
    .command("prune")
    .summary("erase data that is no longer needed")
    .description(
      `Erases people who were asked to confirm and did not within UNCONFIRMED_DAYS (${defaultUnconfirmedDays}), accounts whose address was not confirmed in that time, people who unsubscribed long ago (a keyed hash stays, so that no import brings them back), expired links, and mails that ended long ago. \`npm start\` does it once a day.`,
    )
    .option("--dry-run", "only count")
    .option(
      "--mails-after <days>",
      "how long ended mails and people who unsubscribed are kept",
      parseCount(7, 36_500),
      keptDays,
    )
    .addHelpText("after", examples("prune --dry-run", "prune"))
    .action((options: PruneOptions, command: Command) =>
      onBackend(host, command, async (context) => (await import("./run.ts")).prune(context, options)),
    );
}
