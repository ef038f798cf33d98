import type { Command } from "commander";
import { examples, paragraphs } from "../../cli/session/arguments.ts";
import { addFilters } from "../../cli/session/filters.ts";
import { type Host, inContext, onBackend } from "../../cli/session/context.ts";
import type { FailedOptions, RetryOptions } from "./failed.ts";

export function defineMail(program: Command, host: Host): void {
  const mail = program
    .command("mail")
    .summary("send queued mails, see their state")
    .description("The mails of the site: confirmations, answers to applications, announcements.")
    .addHelpText("after", examples("mail status", "mail send", "mail test me@example.com"));
  mail
    .command("send")
    .summary("send the mails that are due, then end")
    .description(
      "Sends the mails that are due, then ends: for cron, where nothing else sends them. If an embedded stack is running, it waits until the stack has sent them.",
    )
    .action((_options: object, command: Command) =>
      onBackend(host, command, async (context) => (await import("./send.ts")).sendMails(context), { mail: true }),
    );
  mail
    .command("status")
    .summary("show queued, sent and failed mails")
    .description(
      "Shows which mails are queued and why, which were sent in 30 days, which failed, and the share of bounces and complaints. Exits with 1 if mails failed that should have been sent.",
    )
    .option("--json", "as JSON")
    .addHelpText("after", examples("mail status", "mail status --json | jq .queued"))
    .action((options: { json?: true }, command: Command) =>
      onBackend(host, command, async (context) => (await import("./status.ts")).showMailStatus(context, options)),
    );
  mail
    .command("failed")
    .summary("list the mails that failed, in a file")
    .description(
      "Writes the mails that failed, and should have been sent, to a CSV file. Delete all lines but those whose address does not exist, and give the file to `import waitlist FILE --bounced`; `mail retry` then sends the rest.",
    )
    .option("--bounced", "instead the mails that bounced in 30 days, with the source of each person")
    .option("-o, --out <file>", "file to write to; - is stdout (default: a dated name)")
    .option("--force", "replace the file if there is one")
    .addHelpText("after", examples("mail failed", "mail failed --bounced --out -"))
    .action((options: FailedOptions, command: Command) =>
      onBackend(host, command, async (context) => (await import("./failed.ts")).listFailed(context, options)),
    );
  addFilters(mail.command("retry"), host)
    .summary("retry mails that failed")
    .description(
      paragraphs(
        "Makes failed mails due again: all of them, with filters those to some people, or with an address those to that person, including mails that wait to be tried again or were held back by a restore.",
        "If that person has none, the last of their request to confirm, decision or launch mail is sent again, at most once an hour.",
        "People whose address bounced, who complained or unsubscribed are not mailed. If you know that addresses work after all, --bounced with an address or a filter mails these people again, from the next mail on.",
      ),
    )
    .argument("[address]", "only the mails to this person")
    .option(
      "--restored",
      "instead the mails that were queued in a backup, most of which were sent before it was restored",
    )
    .option("--unanswered", "instead the mails of batches that the provider did not answer, which may have been sent")
    .addHelpText(
      "after",
      examples(
        "mail retry && npx prelaunch mail send",
        "mail retry ada@example.com",
        "mail retry --bounced --source podcast --since 7d",
      ),
    )
    .action((address: string | undefined, options: RetryOptions, command: Command) =>
      onBackend(host, command, async (context) => (await import("./failed.ts")).retryFailed(context, address, options)),
    );
  mail
    .command("preview")
    .summary("print a mail with made-up contents")
    .argument("<kind>", "which mail, such as waitlist-confirmation; the answer to an unknown one names them all")
    .option("--html", "its HTML instead of its text")
    .addHelpText("after", examples("mail preview waitlist-confirmation --html > mail.html"))
    .action((kind: string, options: { html?: true }, command: Command) =>
      inContext(host, command, async (context) => (await import("./sample.ts")).previewMail(context, kind, options)),
    );
  mail
    .command("test")
    .summary("send a mail with made-up contents to yourself")
    .description("Sends a mail with made-up contents, whose links lead nowhere, by the server in the settings.")
    .argument("<address>", "who gets it")
    .option("--kind <kind>", "which mail, by its name for mail preview", "waitlist-confirmation")
    .addHelpText("after", examples("mail test me@example.com"))
    .action((address: string, options: { kind: string }, command: Command) =>
      inContext(host, command, async (context) => (await import("./sample.ts")).sendSample(context, address, options)),
    );
}
