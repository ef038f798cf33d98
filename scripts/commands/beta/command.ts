import { type Command, InvalidArgumentError, Option } from "commander";
import {
  type ApplicationStatus,
  applicationStatuses,
  replyWithinHours,
  roles,
} from "../../../server/contract/limits.ts";
import { examples, parseCount } from "../../cli/session/arguments.ts";
import { type Host, onBackend } from "../../cli/session/context.ts";
import type { DecideOptions } from "./decide.ts";
import type { EraseOptions } from "./erase.ts";
import type { ReviewOptions } from "./review.ts";
import type { ListOptions } from "./show.ts";

const ids = "ids, or their beginnings, as `beta list` shows them";

/** An age such as `36h` or `3d`, in ms. @throws InvalidArgumentError for anything else. */
function parseAge(text: string): number {
  const [, number, unit] = /^(\d{1,5})([hd])$/u.exec(text) ?? [];
  if (number === undefined) throw new InvalidArgumentError("Give hours or days, such as 36h or 3d.");
  return Number(number) * (unit === "d" ? 24 : 1) * 3_600_000;
}

const withSelection = (command: Command): Command =>
  command
    .addOption(new Option("--role <role>", "only applicants with this role").choices(roles))
    .option("--overdue", `only applicants who have waited longer than ${replyWithinHours} hours`)
    .option("--older-than <age>", "only applicants who applied longer ago than this, such as 36h or 3d", parseAge);

const withOperator = (command: Command): Command =>
  command.option(
    "--as <name>",
    "your name for the history (default: the setting OPERATOR, else the user of this machine)",
  );

export function defineBeta(program: Command, host: Host): void {
  const beta = program
    .command("beta")
    .summary("review applications for the beta")
    .description(
      `Shows applications for the beta and decides on them. An answer is promised within ${replyWithinHours} hours. The applicant gets a mail about each decision, and the history records who decided and when.`,
    )
    .addHelpText(
      "after",
      examples("beta list --overdue", "beta review", "beta accept 1a2b3c4d --note 'Met at the fair.'"),
    );
  withSelection(beta.command("list"))
    .summary("list applications, longest waiting first")
    .description(
      "Lists applications: the pending ones oldest first, with the time left until the promised answer; the others newest first.",
    )
    .addOption(
      new Option("--status <status>", "only applications with this status")
        .choices([...applicationStatuses, "all"])
        .default("pending"),
    )
    .option("--limit <n>", "show at most this many", parseCount(1), 50)
    .option("--json", "as JSON")
    .addHelpText("after", examples(`beta list --role ${roles[0]}`, "beta list --overdue --json | jq -r '.[].id'"))
    .action((options: ListOptions, command: Command) =>
      onBackend(host, command, async (context) => (await import("./show.ts")).listApplications(context, options)),
    );
  beta
    .command("show")
    .summary("show applications in full, with their history")
    .argument("<ids...>", ids)
    .option("--json", "as JSON")
    .addHelpText("after", examples("beta show 1a2b3c4d", "beta show 1a2b3c4d --json | jq '.[].events'"))
    .action((given: string[], options: { json?: true }, command: Command) =>
      onBackend(host, command, async (context) =>
        (await import("./show.ts")).showApplications(context, given, options),
      ),
    );
  defineDecisions(beta, host);
  withOperator(withSelection(beta.command("review")))
    .summary("decide one by one, at the terminal")
    .description(
      "Shows pending applications one by one, longest waiting first, and takes a key for each: a accept, d decline, s skip, u undo the last one, n note, q quit. Mails wait a minute, so that a decision undone by then is not sent.",
    )
    .addHelpText("after", examples("beta review", "beta review --overdue --as ada"))
    .action((options: ReviewOptions, command: Command) =>
      onBackend(host, command, async (context) => (await import("./review.ts")).reviewApplications(context, options)),
    );
  beta
    .command("erase")
    .summary("erase all applications, once the beta is over")
    .description(
      "Erases all applications with their history and the record of their mails, as the page promises for the end of the beta. Applications that arrive meanwhile stay, and so do accounts. It can be interrupted and run again.",
    )
    .option("--dry-run", "only show how many there are")
    .option("--yes", "do not ask")
    .addHelpText("after", examples("export history --out history.csv", "beta erase"))
    .action((options: EraseOptions, command: Command) =>
      onBackend(host, command, async (context) => (await import("./erase.ts")).eraseAll(context, options)),
    );
}

function defineDecisions(beta: Command, host: Host): void {
  const define = (name: string, decision: ApplicationStatus) =>
    withOperator(beta.command(name))
      .argument("<ids...>", ids)
      .option("--note <text>", "a note for the history, which the applicant does not get")
      .option("--dry-run", "only show what would be done")
      .option("--json", "what was done, as JSON")
      .action((given: string[], options: DecideOptions, command: Command) =>
        onBackend(host, command, async (context) =>
          (await import("./decide.ts")).decide(context, decision, given, options),
        ),
      );
  define("accept", "accepted")
    .summary("accept pending applications, and mail the applicants")
    .option("--yes", "do not ask, though there are several")
    .addHelpText("after", examples("beta accept 1a2b3c4d", "beta accept 1a2b 77c0 --as ada --yes"));
  define("decline", "declined")
    .summary("decline pending applications, and mail the applicants")
    .option("--yes", "do not ask, though there are several")
    .addHelpText("after", examples("beta decline 1a2b3c4d --note 'No invoices yet.'"));
  define("reopen", "pending")
    .summary("make decided applications pending again")
    .description(
      "Makes accepted or declined applications pending again. A mail about the decision that still waits is not sent.",
    )
    .addHelpText("after", examples("beta reopen 1a2b3c4d"));
}
