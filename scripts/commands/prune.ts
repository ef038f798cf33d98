import type { Command } from "commander";
import { keptDays } from "../../server/contract/limits.ts";
import { pruneInbox } from "../../server/mail/transports/inbox.ts";
import { pruneRecords } from "../../server/lib/prune.ts";
import { defaultOf } from "../../server/settings/definitions.ts";
import { counted } from "../../server/lib/amounts.ts";
import { examples, parseCount } from "../cli/session/arguments.ts";
import { type BackendContext, dataFolderOf, type Host, onBackend } from "../cli/session/context.ts";
import { callFunction } from "../data/calls.ts";
import { rethrowWithLine, interruptedError } from "../data/errors.ts";
import { say } from "../cli/terminal/io.ts";
import { progress } from "../cli/terminal/progress.ts";
import { mailFacts } from "../cli/session/settings.ts";

interface PruneOptions {
  dryRun?: true;
  mailsAfter: number;
}

/** `prelaunch prune`, which erases data past its retention time. */
export function definePrune(program: Command, host: Host): void {
  program
    .command("prune")
    .summary("erase data that is no longer needed")
    .description(
      `Erases people who were asked to confirm and did not within UNCONFIRMED_DAYS (${defaultOf("UNCONFIRMED_DAYS")}), accounts whose address was not confirmed in that time, people who unsubscribed long ago (a keyed hash stays, so that no import brings them back), expired links, and mails that were sent or failed long ago, also those in the inbox of the stack. \`npm start\` does it once a day.`,
    )
    .option("--dry-run", "only count")
    .option(
      "--mails-after <days>",
      "how long mails that were sent or failed, and people who unsubscribed, are kept",
      parseCount(7, 36_500),
      keptDays,
    )
    .addHelpText("after", examples("prune --dry-run", "prune"))
    .action((options: PruneOptions, command: Command) =>
      onBackend(host, command, (context) => prune(context, options)),
    );
}

/**
 * Erases data past its retention time. It can be repeated after any interruption.
 * @throws CliError `unreachable`, `configuration`, `failed`, `interrupted`; what was erased before stays erased.
 */
async function prune(context: BackendContext, { dryRun, mailsAfter }: PruneOptions): Promise<void> {
  const { unconfirmedDays } = mailFacts(context);
  const call = (request: string) => {
    if (context.signal.aborted) throw interruptedError();
    return callFunction(context, "prune_page", { request });
  };
  const shown = progress(context, "Reading the records");
  let seen = 0;
  const onPage = (_part: string, rows: number) => shown.at((seen += rows));
  const days = { unconfirmed: unconfirmedDays, kept: mailsAfter };
  const { unconfirmed, accounts, unsubscribed, links, mails } = await pruneRecords(call, days, {
    dryRun: Boolean(dryRun),
    onPage,
  })
    .catch(rethrowWithLine(dryRun ? "Nothing was erased." : "What was erased stays erased; run it again for the rest."))
    .finally(() => shown.end());
  const dataFolder = dataFolderOf(context);
  if (dataFolder !== undefined && !dryRun) await pruneInbox(dataFolder, mailsAfter);
  const found = [
    `${counted(unconfirmed, "person", "people")} and ${counted(accounts, "account")} not confirmed within ${counted(unconfirmedDays, "day")}`,
    `${counted(unsubscribed, "person", "people")} who unsubscribed over ${counted(mailsAfter, "day")} ago`,
    counted(links, "expired link"),
    `${counted(mails, "mail")} sent or failed over ${counted(mailsAfter, "day")} ago`,
  ];
  say(context, `${dryRun ? "Would erase" : "Erased"} ${found.join(", ")}.`);
}
