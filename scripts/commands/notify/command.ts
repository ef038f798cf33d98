import { type Command, InvalidArgumentError, Option } from "commander";
import { roles, sourceForm } from "../../../server/contract/limits.ts";
import { parseCount } from "../../cli/arguments.ts";
import { type Host, onBackend } from "../../cli/context.ts";
import { examples } from "../../cli/help.ts";
import type { NotifyOptions, UpdateOptions } from "./run.ts";

function parseSlug(text: string): string {
  if (!sourceForm.test(text))
    throw new InvalidArgumentError("Give up to 64 small letters, digits, dots, hyphens and underscores.");
  return text;
}

/** `prelaunch notify`: mails to the whole waitlist. */
export function defineNotify(program: Command, host: Host): void {
  const notify = program
    .command("notify")
    .summary("mail the waitlist: the launch, or an update")
    .description(
      "Mails whoever confirmed, has not left and was not told yet, oldest first: puts a mail for each into the outbox, and notes them as told in the same step. It may be stopped at any time and run again: nobody is missed, and nobody is told twice.",
    )
    .addHelpText("after", examples("notify launch --dry-run", "notify launch --wave 500", "notify update may.md"));
  const define = (name: string) =>
    notify
      .command(name)
      .option("--wave <n>", "only so many, oldest first", parseCount(1))
      .option("--source <source>", "only who came from there", parseSlug)
      .addOption(new Option("--role <role>", "only who applied with this role").choices(roles))
      .option("--dry-run", "show the mail and who would get it, and mail nobody")
      .addOption(new Option("--html", "the same, with the mail as HTML for a browser").implies({ dryRun: true }))
      .option("--yes", "do not ask");
  define("launch")
    .summary("say that the doors are open, once to each")
    .description("Tells people of the launch: each once, and not who `notified` says has been told.")
    .addHelpText("after", examples("notify launch --dry-run", "notify launch --wave 500"))
    .action((options: NotifyOptions, command: Command) =>
      onBackend(host, command, async (context) => (await import("./run.ts")).notifyLaunch(context, options)),
    );
  define("update")
    .summary("send news, once to each")
    .description(
      "Sends an update to people, once to each: a Markdown file whose first line is a heading, the subject. The same text is the same update; with --name the name says which one it is, and its text may be mended between two waves.",
    )
    .argument("<file>", "the Markdown file")
    .option("--name <name>", "what the update is called (default: a sum of its text)", parseSlug)
    .addHelpText(
      "after",
      examples(
        "notify update may.md --dry-run",
        "notify update may.md --html > may.html",
        "notify update may.md --name may --wave 500",
      ),
    )
    .action((file: string, options: UpdateOptions, command: Command) =>
      onBackend(host, command, async (context) => (await import("./run.ts")).notifyUpdate(context, file, options)),
    );
}
