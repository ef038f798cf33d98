import { type Command, Option } from "commander";
import { type Host, inContext, onBackend } from "../../cli/context.ts";
import { examples } from "../../cli/arguments.ts";
import type { BouncesOptions } from "./bounces.ts";
import type { FailedOptions } from "./failed.ts";

/** `prelaunch mail`, about the mails of the site. */
export function defineMail(program: Command, host: Host): void {
  const mail = program
    .command("mail")
    .summary("send waiting mails, see their state")
    .description("The mails of the site: confirmations, answers to applications, announcements.")
    .addHelpText("after", examples("mail status", "mail send", "mail test me@example.com"));
  defineSend(mail, host);
  defineStatus(mail, host);
  defineFailed(mail, host);
  defineRetry(mail, host);
  definePreview(mail, host);
  defineTest(mail, host);
  defineBounces(mail, host);
}

function defineSend(mail: Command, host: Host): void {
  mail
    .command("send")
    .summary("send the mails that are due, then end")
    .description(
      "Sends the mails that are due, then ends: for cron, where nothing else sends them. A running embedded stack sends by itself; then the command waits until it has.",
    )
    .addHelpText("after", examples("mail send"))
    .action((_options: object, command: Command) =>
      onBackend(host, command, async (context) => (await import("./send.ts")).sendMails(context), { mail: true }),
    );
}

function defineStatus(mail: Command, host: Host): void {
  mail
    .command("status")
    .summary("show waiting, sent and failed mails")
    .description(
      "Shows which mails wait and why, which were sent in 30 days, which ended unsent, and the share of bounces and complaints. Ends with 1 when mails ended unsent that should have been sent.",
    )
    .option("--json", "as JSON")
    .addHelpText("after", examples("mail status", "mail status --json | jq .waiting"))
    .action((options: { json?: true }, command: Command) =>
      onBackend(host, command, async (context) => (await import("./status.ts")).showMailStatus(context, options)),
    );
}

function defineFailed(mail: Command, host: Host): void {
  mail
    .command("failed")
    .summary("list the mails that ended unsent, in a file")
    .description(
      "Writes the mails that ended unsent, and should have been sent, to a CSV file: their kind, address, attempts, and why. If some addresses do not exist, leave only those in the file, give it to `mail bounces`, and the rest can be sent by `mail retry`.",
    )
    .option("-o, --out <file>", "file, device or pipe to write to; - is stdout (default: a dated name)")
    .option("--force", "replace the file if there is one")
    .addHelpText("after", examples("mail failed", "mail failed --out failed.csv --force"))
    .action((options: FailedOptions, command: Command) =>
      onBackend(host, command, async (context) => (await import("./failed.ts")).listFailed(context, options)),
    );
}

function defineRetry(mail: Command, host: Host): void {
  mail
    .command("retry")
    .summary("retry mails that ended unsent")
    .description(
      "Makes mails that ended unsent due again: after too many attempts, a refusal, or a restore. People whose address bounced, who complained or unsubscribed are not mailed.",
    )
    .addHelpText("after", examples("mail retry && npx prelaunch mail send"))
    .action((_options: object, command: Command) =>
      onBackend(host, command, async (context) => (await import("./failed.ts")).retryMails(context)),
    );
}

function definePreview(mail: Command, host: Host): void {
  mail
    .command("preview")
    .summary("print a mail with made-up contents")
    .description("Prints a mail as it would be sent, with made-up contents: its text, or its HTML for a browser.")
    .argument("<kind>", "which mail, such as waitlist-confirmation; the answer to an unknown one names them all")
    .addOption(new Option("--html", "its HTML instead of its text"))
    .addHelpText(
      "after",
      examples("mail preview launch-announcement", "mail preview waitlist-confirmation --html > mail.html"),
    )
    .action((kind: string, options: { html?: true }, command: Command) =>
      inContext(host, command, async (context) => (await import("./sample.ts")).previewMail(context, kind, options)),
    );
}

function defineTest(mail: Command, host: Host): void {
  mail
    .command("test")
    .summary("send a mail with made-up contents to yourself")
    .description(
      "Sends a mail with made-up contents, whose links lead nowhere, through the transport that the settings name.",
    )
    .argument("<address>", "who gets it")
    .option("--kind <kind>", "which mail, by its name for mail preview", "waitlist-confirmation")
    .addHelpText("after", examples("mail test me@example.com"))
    .action((address: string, options: { kind: string }, command: Command) =>
      inContext(host, command, async (context) =>
        (await import("./sample.ts")).sendTestMail(context, address, options),
      ),
    );
}

function defineBounces(mail: Command, host: Host): void {
  mail
    .command("bounces")
    .summary("never mail the addresses in a file again")
    .description(
      "Takes a file of addresses whose mails came back for good, or with --complaints of people who reported one as spam: one address a line, or a CSV file or workbook with a column email. They are not mailed again. Of a file that tells kinds of bounces or status codes, only the permanent ones count; you are asked about others.",
    )
    .argument("<file>", "the file; - is stdin")
    .option("--complaints", "the people complained, instead of their mails bouncing")
    .option(
      "--meaning <value=kind>",
      "what a value of the file means: Bounce=permanent or Bounce=temporary; repeat for more",
      (pair: string, all: readonly string[] = []) => [...all, pair],
    )
    .option("--sheet <name>", "the sheet of a workbook to read")
    .addHelpText("after", examples("mail bounces bounces.csv", "mail bounces --complaints - < complaints.txt"))
    .action((file: string, options: BouncesOptions, command: Command) =>
      onBackend(host, command, async (context) => (await import("./bounces.ts")).recordBounces(context, file, options)),
    );
}
