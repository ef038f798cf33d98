import { type Command, Option } from "commander";
import { roles } from "../../../server/contract/limits.ts";
import { argumentBy, examples, parseCount, parseSlug, paragraphs } from "../../cli/session/arguments.ts";
import { type BackendContext, type Host, onBackend } from "../../cli/session/context.ts";
import { addFilters } from "../../cli/session/filters.ts";
import { say } from "../../cli/terminal/io.ts";
import { pauseList, readMailReport } from "../../operator/mails.ts";
import { startField } from "../../operator/startTime.ts";
import { orders } from "../../operator/waves.ts";
import { cancel } from "./cancel.ts";
import { notifyConfirm, notifyLaunch, type NotifyOptions, notifyUpdate, type UpdateOptions } from "./mail.ts";

/** What `notify` does without a command. */
interface ListOptions {
  resume?: true;
  cancel?: string;
  yes?: true;
}

/** `prelaunch notify`: mails to the whole waitlist. */
export function defineNotify(program: Command, host: Host): void {
  const notify = program
    .command("notify")
    .summary("mail the waitlist: the launch, an update, or a request to confirm")
    .description(
      "Mails everyone who confirmed, has not unsubscribed and was not notified yet, oldest first. It can be interrupted at any time and run again: nobody is missed, and nobody is notified twice.",
    )
    .option("--resume", "resume mails to the list that were paused by the operator, by bounces or by complaints")
    .option(
      "--cancel <wave>",
      "take back the queued mails of a wave, by its number or name; those people then count as not notified",
    )
    .option("--yes", "with --cancel: do not ask")
    .addHelpText(
      "after",
      examples(
        "notify launch --dry-run",
        "notify launch --wave 500",
        "notify update may.md",
        "notify --cancel 7",
        "notify --resume",
      ),
    )
    .allowExcessArguments()
    .action((options: ListOptions, command: Command) => {
      const [other] = command.args;
      if (other !== undefined) command.error(`error: unknown command '${other}'`);
      const { resume, cancel: wave } = options;
      if (wave !== undefined && resume)
        command.error("error: --cancel and --resume exclude each other. Give one of them.");
      if (wave !== undefined) return onBackend(host, command, (context) => cancel(context, wave, options));
      return resume ? onBackend(host, command, resumeList) : command.help({ error: true });
    });
  /** The options of a mailing. Commander takes those that `notify` has, too, for its own. */
  const given = <Options extends NotifyOptions>(options: Options, command: Command): Options => {
    const { yes, resume, cancel: wave } = notify.opts<ListOptions>();
    if (resume || wave !== undefined)
      command.error("error: --resume and --cancel go with `notify` itself, without launch, confirm or update.");
    return { ...options, ...(yes && { yes }) };
  };
  const define = (name: string) =>
    addFilters(notify.command(name), host)
      .option("--wave <n>", "only this many people, the first in the order", parseCount(1))
      .addOption(new Option("--role <role>", "only people who applied with this role").choices(roles))
      .addOption(
        new Option(
          "--order <order>",
          "who is notified first: those who joined first, those who referred most friends, or a random choice (default: friends where people see their places, else oldest)",
        ).choices(orders),
      )
      .option(
        "--at <time>",
        'queue the mails now and send them from then on: "2026-12-01 09:00", in this machine\'s zone',
        argumentBy(() => startField(host.io.clock())),
      )
      .option("--dry-run", "show the mail and who would get it, and mail nobody")
      .addOption(new Option("--html", "like --dry-run, with the mail as HTML for a browser").implies({ dryRun: true }))
      .option("--test <address>", "send the mail to this address alone, with sample links; nobody is notified")
      .option(
        "--no-wait",
        "in batches, do not wait ten minutes for bounces after the first 1,000 mails: for a list that you know",
      )
      .option("--yes", "do not ask");
  define("launch")
    .summary("announce the launch, once to each person")
    .description(
      paragraphs(
        "Notifies people of the launch, once each, with a personal invite code in the link to the product (PRODUCT_URL). People marked by `notified` are left out.",
        "A Markdown file replaces our text: its first line, a heading, is the subject; the button stays.",
      ),
    )
    .argument("[file]", "a Markdown file with the text of the mail")
    .addHelpText(
      "after",
      examples(
        "notify launch --dry-run",
        "notify launch launch.md --test me@example.com",
        "notify launch --wave 500 --order friends",
        "notify launch --wave 200 --order random",
      ),
    )
    .action((file: string | undefined, options: NotifyOptions, command: Command) =>
      onBackend(host, command, (context) => notifyLaunch(context, file, given(options, command))),
    );
  define("confirm")
    .summary("ask people of an import to confirm, once each")
    .description(
      paragraphs(
        "Asks people by mail to confirm their address, once each, if they have not confirmed it and were never asked to, such as imported people. Those who joined by the form were asked then. People who unsubscribed or whose mail bounced are left out.",
        "Those who do not confirm in time are erased, as the mail says (UNCONFIRMED_DAYS). The text of a Markdown file stands above ours, such as how you know them; its first line is a heading, the subject.",
      ),
    )
    .argument("[file]", "a Markdown file with your own words")
    .addHelpText(
      "after",
      examples(
        "notify confirm --dry-run",
        "notify confirm fair.md --tag fair-may",
        "notify confirm --wave 500 --since 7d",
      ),
    )
    .action((file: string | undefined, options: NotifyOptions, command: Command) =>
      onBackend(host, command, (context) => notifyConfirm(context, file, given(options, command))),
    );
  define("update")
    .summary("send news, once to each person")
    .description(
      paragraphs(
        "Sends an update: a Markdown file whose first line, a heading, is the subject.",
        "The same text counts as the same update; with --name the name counts instead, and the text may be corrected between two waves.",
        "The text may contain {{name|there}}, each person's name or else that word, {{share_link}} and {{friends}}, their own link and how many friends came by it, {{place}}, their number on the list, and {{invite_link}}, their way into the product, which leaves out people who were not invited.",
      ),
    )
    .argument("<file>", "the Markdown file")
    .option("--name <name>", "name of the update (default: a hash of its text)", parseSlug)
    .addHelpText(
      "after",
      examples(
        "notify update may.md --html > may.html",
        "notify update may.md --name may --wave 500",
        "notify update reminder.md --not-came",
      ),
    )
    .action((file: string, options: UpdateOptions, command: Command) =>
      onBackend(host, command, (context) => notifyUpdate(context, file, given(options, command))),
    );
}

/** Lets mails to the list go on. It can be repeated. @throws CliError as `done` does. */
async function resumeList(context: BackendContext): Promise<void> {
  const { paused } = await readMailReport(context);
  if (!paused) return say(context, "Mails to the list are not paused.");
  await pauseList(context, false);
  say(context, "Mails to the list go on. Bounces and complaints are counted anew.");
}
