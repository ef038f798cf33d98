import { normalName } from "../../files/addresses.ts";
import { isOurs, statusOfName } from "../../files/columns.ts";
import { type Mark, verdictBy } from "../../files/marks.ts";
import { cellStandings, isNo, isYes, mailEvents, type StatusKind } from "../../files/standings.ts";
import { list, mayBeDate } from "../../files/dates.ts";
import { details, judgeStatus, maySayWhoLeft, meaningOf } from "../../files/status.ts";

/** That people have left: by the same columns and words as in an import. */
export const unsubscribedMark = (now: Date): Mark<StatusKind> => ({
  holds: "has unsubscribed",
  meanings: ["listed", "unsubscribed"],
  kinds: {
    left: meaningOf.left,
    consent: meaningOf.consent,
    status: meaningOf.status,
    bounced: meaningOf.bounced,
    complained: meaningOf.complained,
  },
  judge: (column) => (isOurs(column.name) || details.test(normalName(column.name)) ? undefined : judgeStatus(column)),
  read: (kind, text) =>
    verdictBy(text, (cell) =>
      cellStandings(kind, cell, { meanings: new Map(), now })?.some((standing) => standing !== "listed"),
    ),
  strongest: "meant",
});

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

/** That people have been told of the launch. */
export const notifiedMark: Mark<"notified" | "status"> = {
  holds: "has been told",
  meanings: ["not-notified", "notified"],
  kinds: { notified: "a yes or a date for who has been told", status: "words such as sent, failed" },
  judge(column) {
    const name = normalName(column.name);
    // Of our own export, whose people have all not been told before.
    if (name === "notified" && column.values.size === 1 && column.blank === undefined) return undefined;
    if (sentColumns.has(name)) return "notified";
    if (resultColumns.has(name)) return "status";
    const named = statusOfName(column.name);
    if (isOurs(column.name) || (named !== undefined && named !== "unclear")) return undefined;
    return /status|result|deliver/u.test(name) || (named === undefined && maySayWhoLeft(column))
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
  strongest: "other",
};
