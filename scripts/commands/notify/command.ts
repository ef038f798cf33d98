import { type Command, InvalidArgumentError, Option } from "commander";
import { roles, sourceForm } from "../../../server/contract/limits.ts";
import { isQuestion, questionIds, questionOf } from "../../../server/contract/questions.ts";
import { examples, parseCount } from "../../cli/arguments.ts";
import { type Host, onBackend } from "../../cli/context.ts";
import type { NotifyOptions, UpdateOptions } from "./run.ts";
import { type Answer, orders } from "../../operator/waves.ts";

function parseSlug(text: string): string {
  if (!sourceForm.test(text))
    throw new InvalidArgumentError("Give up to 64 small letters, digits, dots, hyphens and underscores.");
  return text;
}

/** An answer as `announce_page` looks for it; a text is compared whole. */
function parseAnswer(text: string): Answer {
  const [question = "", choice = ""] = text.split(/=(.*)/su);
  if (!isQuestion(question))
    throw new InvalidArgumentError(`There is no question "${question}". There are: ${questionIds.join(", ")}`);
  const asked = questionOf(question);
  if (asked.kind !== "text" && !asked.choices.includes(choice))
    throw new InvalidArgumentError(`There is no answer "${choice}" to ${question}: ${asked.choices.join(", ")}`);
  return { question, choice };
}

/** `prelaunch notify`: mails to the whole waitlist. */
export function defineNotify(program: Command, host: Host): void {
  const notify = program
    .command("notify")
    .summary("mail the waitlist: the launch, or an update")
    .description(
      "Mails everyone who confirmed, has not unsubscribed and was not told yet, oldest first. It can be interrupted at any time and run again: nobody is missed, and nobody is told twice.",
    )
    .addHelpText("after", examples("notify launch --dry-run", "notify launch --wave 500", "notify update may.md"));
  const define = (name: string) =>
    notify
      .command(name)
      .option("--wave <n>", "only this many people, the first of the order", parseCount(1))
      .option("--source <source>", "only people from this source", parseSlug)
      .addOption(new Option("--role <role>", "only people who applied with this role").choices(roles))
      .option("--answer <question=choice>", "only people who gave this answer, such as invoices=21+", parseAnswer)
      .addOption(
        new Option("--order <order>", "who is told first: who joined first, or who brought most friends")
          .choices(orders)
          .default("oldest"),
      )
      .option("--dry-run", "show the mail and who would get it, and mail nobody")
      .addOption(new Option("--html", "like --dry-run, with the mail as HTML for a browser").implies({ dryRun: true }))
      .option("--yes", "do not ask");
  define("launch")
    .summary("announce the launch, once to each person")
    .description("Tells people of the launch, each once; it leaves out those whom `notified` has marked as told.")
    .addHelpText("after", examples("notify launch --dry-run", "notify launch --wave 500 --order friends"))
    .action((options: NotifyOptions, command: Command) =>
      onBackend(host, command, async (context) => (await import("./run.ts")).notifyLaunch(context, options)),
    );
  define("update")
    .summary("send news, once to each person")
    .description(
      "Sends an update: a Markdown file whose first line is a heading, the subject. The same text counts as the same update; with --name it is the name that counts, and the text may be corrected between two waves. It may say {{share_link}} and {{friends}}: each person's own link, and how many friends came by it.",
    )
    .argument("<file>", "the Markdown file")
    .option("--name <name>", "name of the update (default: a hash of its text)", parseSlug)
    .addHelpText(
      "after",
      examples("notify update may.md --html > may.html", "notify update may.md --name may --wave 500"),
    )
    .action((file: string, options: UpdateOptions, command: Command) =>
      onBackend(host, command, async (context) => (await import("./run.ts")).notifyUpdate(context, file, options)),
    );
}
