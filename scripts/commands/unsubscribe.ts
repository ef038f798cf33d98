import type { Command } from "commander";
import { examples } from "../cli/arguments.ts";
import type { Host } from "../cli/context.ts";
import { defineMark } from "../cli/marking.ts";
import { normalName } from "../files/addresses.ts";
import { isOurs } from "../files/columns.ts";
import { type Mark, settleMark, verdictBy } from "../files/marks.ts";
import { statusesOfCell, type StatusKind } from "../files/statuses.ts";
import { details, judgeStatus, meaningOf } from "../files/statusColumns.ts";

/** `prelaunch unsubscribe`: records who unsubscribed elsewhere. */
export function defineUnsubscribe(program: Command, host: Host): void {
  defineMark(program, host, {
    name: "unsubscribe",
    event: "unsubscribed",
    kinds: "status=Header (words), unsubscribed=Header (a date, a yes), consent=Header",
    meanings: "Word=unsubscribed or Word=subscribed",
    settle: (context, file, columns) => settleMark(context, unsubscribedMark(context.clock()), file, columns),
  })
    .summary("record who must not be mailed any more")
    .description(
      "Records that people have unsubscribed. They stay on record, so that no import brings them back, and may join again on the page. A column that may say that not all of them have is asked about. If addresses are not on the waitlist, names their lines and ends with 1.",
    )
    .addHelpText("after", examples("unsubscribe ada@example.com", "unsubscribe --file unsubscribed.csv"));
}

/** That people have unsubscribed: by the same columns and words as in an import. */
const unsubscribedMark = (now: Date): Mark<StatusKind> => ({
  holds: "has unsubscribed",
  meanings: ["subscribed", "unsubscribed"],
  kinds: {
    unsubscribed: meaningOf.unsubscribed,
    consent: meaningOf.consent,
    status: meaningOf.status,
    bounced: meaningOf.bounced,
    complained: meaningOf.complained,
  },
  judge: (column) => (isOurs(column.name) || details.test(normalName(column.name)) ? undefined : judgeStatus(column)),
  read: (kind, text) =>
    verdictBy(text, (cell) =>
      statusesOfCell(kind, cell, { meanings: new Map(), now })?.some((status) => status !== "subscribed"),
    ),
  strongest: "included",
});
