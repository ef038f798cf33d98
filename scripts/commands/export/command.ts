import { Argument, type Command, Option } from "commander";
import { roles } from "../../../server/contract/limits.ts";
import { applicationStatuses } from "../../../server/contract/statuses.ts";
import { parseList, parseTime } from "../../cli/arguments.ts";
import { type Host, onBackend } from "../../cli/context.ts";
import { examples } from "../../cli/help.ts";
import { type ExportOptions, formats } from "./request/request.ts";
import { type Subject, subjects } from "./request/tables.ts";

/** `prelaunch export` */
export function defineExport(program: Command, host: Host): void {
  program
    .command("export")
    .summary("write the waitlist, the beta applications or their history to a file")
    .description(
      "Writes the waitlist, the beta applications, or the history of decisions on them to a file, oldest first. Cells that a spreadsheet would run as a formula get a leading apostrophe.",
    )
    .addArgument(new Argument("<table>", "what to export").choices(subjects))
    .addOption(
      new Option("-f, --format <format>", "file format (default: what --out ends in, or csv)").choices(formats),
    )
    .option("-o, --out <file>", "file, device or pipe to write to; - is stdout (default: a dated name)")
    .option("--force", "replace the file if there is one")
    .option("--since <time>", "only rows created at or after this", parseTime)
    .option("--until <time>", "only rows created before this", parseTime)
    .addOption(new Option("--status <status>", "beta: only applications with this status").choices(applicationStatuses))
    .addOption(new Option("--role <role>", "beta: only applicants with this role").choices(roles))
    .option(
      "--mailable",
      "waitlist: only people who have not unsubscribed, bounced or complained; to mail them, add --confirmed: the others have not confirmed their address",
    )
    .option("--confirmed", "waitlist: only people who confirmed their address")
    .option("--unsubscribed", "waitlist: only people who unsubscribed")
    .option("--notified", "waitlist: only people who were notified")
    .option(
      "--not-notified",
      "waitlist: only people not notified yet, of those that --mailable lists (with --unsubscribed: only people who unsubscribed)",
    )
    .option("--columns <names>", "columns to write, in this order, separated by commas", parseList)
    .option("--excel", "csv: CRLF line ends and a byte order mark, so that Excel opens it by double click")
    .option("--raw", "leave formulas as they are (not for spreadsheets)")
    .option("--resume", "continue an export that was stopped")
    .addHelpText(
      "after",
      examples(
        "export waitlist",
        "export waitlist --since 2026-05-01 --not-notified --confirmed --out may.csv",
        "export waitlist --mailable --confirmed --out newsletter.csv --force --quiet",
        "export beta --status pending --out pending.xlsx",
        "export history --since 2026-05-01",
        "export waitlist --format ndjson --out - | jq -r .email",
      ),
    )
    .action((subject: Subject, options: ExportOptions, command: Command) =>
      onBackend(host, command, async (context) => (await import("./run.ts")).exportTable(context, subject, options)),
    );
}
