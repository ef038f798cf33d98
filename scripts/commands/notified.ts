import type { Command } from "commander";
import { examples } from "../cli/arguments.ts";
import type { Host } from "../cli/context.ts";
import { defineMark } from "../cli/marking.ts";
import { normalName } from "../files/addresses.ts";
import { isOurs, statusOfName } from "../files/columns.ts";
import { list, mayBeDate } from "../files/dates.ts";
import { type Mark, settleMark, verdictBy } from "../files/marks.ts";
import { isNo, isYes, mailEvents } from "../files/statuses.ts";
import { maySayWhoUnsubscribed } from "../files/statusColumns.ts";

/** `prelaunch notified`: records who was notified of the launch elsewhere. */
export function defineNotified(program: Command, host: Host): void {
  defineMark(program, host, {
    name: "notified",
    event: "notified",
    kinds: "status=Header (words), notified=Header (a date, a yes)",
    meanings: "Word=notified or Word=not-notified",
    settle: (context, file, columns) => settleMark(context, notifiedMark, file, columns),
  })
    .summary("record who has been notified of the launch")
    .description(
      "Records that people have been notified, so that `export waitlist --not-notified` leaves them out. A column that may say that not all of them have been is asked about. If addresses are not on the waitlist, names their lines and ends with 1.",
    )
    .addHelpText("after", examples("notified ada@example.com", "notified --file may.csv"));
}

/** Columns that tell who was sent something, and columns of what became of a mail, by their names in normal form. */
const sentColumns = new Set(
  list(
    "notified notifiedat notifiedon sent sentat senton datesent sentdate sendtime delivered deliveredat deliverydate",
  ),
);
const resultColumns = new Set(
  list(`status state result outcome event eventtype lastevent type delivery deliverystatus sendstatus sendingstatus emailstatus
    mailstatus messagestatus campaignstatus versandstatus ergebnis`),
);

/** That people have been notified of the launch. */
const notifiedMark: Mark<"notified" | "status"> = {
  holds: "has been notified",
  meanings: ["not-notified", "notified"],
  kinds: { notified: "a yes or a date for who has been notified", status: "words such as sent, failed" },
  judge(column) {
    const name = normalName(column.name);
    // Of our own export, none of whose people has been notified.
    if (name === "notified" && column.values.size === 1 && column.blank === undefined) return undefined;
    if (sentColumns.has(name)) return "notified";
    if (resultColumns.has(name)) return "status";
    const named = statusOfName(column.name);
    if (isOurs(column.name) || (named !== undefined && named !== "unclear")) return undefined;
    return /status|result|deliver/u.test(name) || (named === undefined && maySayWhoUnsubscribed(column))
      ? "unclear"
      : undefined;
  },
  read: (kind, text) =>
    verdictBy(text, (cell) => {
      const word = normalName(cell);
      if (isNo(cell) || mailEvents.failed.has(word)) return false;
      return isYes(cell) || mailEvents.delivered.has(word) || (kind === "notified" && mayBeDate(cell))
        ? true
        : undefined;
    }),
  strongest: "excluded",
};
