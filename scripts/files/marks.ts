import { normalName } from "./addresses.ts";
import { textsOf } from "./ask.ts";
import { bounceColumns, classIn, mailEvents, readBounce, readFailure } from "./bounces.ts";
import { type Column, statusOfName } from "./columns.ts";
import { list, mayBeDate } from "./dates.ts";
import { isNo, isYes, meaningWords, statusesOfCell, type StatusKind, statusKinds } from "./statuses.ts";
import { details, isOfReasons, judgeStatus, maySayWhoUnsubscribed, meaningOf } from "./statusColumns.ts";

/**
 * The marks that an option of `import waitlist` gives to everybody in a file, unless a column excludes some of
 * them.
 */
export const marks = ["unsubscribed", "bounced", "complained", "notified"] as const;
export type Mark = (typeof marks)[number];

/** The kinds of columns that may tell to which people a mark applies. */
export type MarkKind = StatusKind | "notified";

/** A column that tells to which people a mark applies. */
export interface MarkColumn {
  column: Column;
  kind: MarkKind;
}

/** How the columns of a file are read for a mark. */
export interface MarkReading {
  /** The mark in the words of a question: "has unsubscribed". */
  holds: string;
  /** The words of `--meaning`. The first one means that the mark does not apply. */
  meanings: readonly string[];
  kinds: readonly MarkKind[];
  /** Judges a column: `unclear` if it may tell to which people the mark applies, undefined if it does not. */
  judge(column: Column): MarkKind | "unclear" | undefined;
  /** Whether a cell says that the mark applies to its person; undefined when it is not understood. */
  read(read: MarkColumn, text: string, now: Date): boolean | undefined;
  /** The part of a cell to which `--meaning` gives a meaning; by default all of it. */
  partOf?(text: string): string;
  /** The answer that wins when columns contradict each other: true if the mark applies, false if it does not. */
  strongest: boolean;
  /** Whether such files usually have such a column, so that it is used without asking. */
  expected?: boolean;
}

/** Reads a cell as an import without a mark would. */
const statusesIn = ({ column, kind }: MarkColumn, text: string, now: Date) =>
  kind === "notified" ? undefined : statusesOfCell(kind, text, { meanings: new Map(), now }, isOfReasons(column));

/** Columns for the outcome of a mail, by name in normal form. */
const eventColumns = new Set(
  list("event eventtype lastevent type kind status result feedbacktype complaintfeedbacktype"),
);
const sentColumns = new Set(
  list(
    "notified notifiedat notifiedon sent sentat senton datesent sentdate sendtime delivered deliveredat deliverydate",
  ),
);
const resultColumns = new Set(
  list(`status state result outcome event eventtype lastevent type delivery deliverystatus sendstatus sendingstatus emailstatus
    mailstatus messagestatus campaignstatus versandstatus ergebnis`),
);

const bounced: MarkReading = {
  holds: "bounced for good",
  meanings: meaningWords,
  kinds: ["status", "bounced"],
  judge(column) {
    if (bounceColumns.has(normalName(column.name))) return "status";
    if (judgeStatus(column) === "bounced") return "bounced";
    if (statusOfName(column.name) === "ignored" || details.test(normalName(column.name))) return undefined;
    // In a short file every column has few different values.
    const repeats = column.values.size * 2 <= column.filled;
    const isLike = textsOf(column).some((text) => readBounce(text) !== undefined);
    return isLike || (repeats && maySayWhoUnsubscribed(column)) ? "unclear" : undefined;
  },
  read: (read, text, now) =>
    read.kind === "bounced" ? statusesIn(read, text, now)?.includes("bounced") : readBounce(text),
  partOf: classIn,
  strongest: false,
  expected: true,
};

/** How a file is read for each mark. */
export const readings: Readonly<Record<Mark | "failed", MarkReading>> = {
  unsubscribed: {
    holds: "has unsubscribed",
    meanings: meaningWords,
    kinds: statusKinds,
    judge: (column) => (details.test(normalName(column.name)) ? undefined : judgeStatus(column)),
    read: (read, text, now) => statusesIn(read, text, now)?.some((one) => one !== "subscribed"),
    strongest: true,
  },
  bounced,
  // This reads a file of `mail failed`, which the operator may have reduced to addresses that do not exist.
  failed: {
    ...bounced,
    judge: ({ name }) => (name === "error" ? "status" : undefined),
    read: (_read, text) => readFailure(text),
    expected: false,
  },
  complained: {
    holds: "complained",
    meanings: meaningWords,
    kinds: ["complained", "status"],
    judge(column) {
      if (eventColumns.has(normalName(column.name))) return "status";
      const kind = judgeStatus(column);
      return kind === "complained" || kind === "status" || kind === "unclear" ? kind : undefined;
    },
    read(read, text, now) {
      const word = normalName(text);
      return mailEvents.delivered.has(word) || mailEvents.failed.has(word)
        ? false
        : statusesIn(read, text, now)?.includes("complained");
    },
    strongest: true,
  },
  notified: {
    holds: "has been notified",
    meanings: ["not-notified", "notified"],
    kinds: ["notified", "status"],
    judge(column) {
      const name = normalName(column.name);
      // In our own export this column has a single value when nobody has been notified.
      if (name === "notified" && column.values.size === 1 && column.blank === undefined) return undefined;
      if (sentColumns.has(name)) return "notified";
      if (resultColumns.has(name)) return "status";
      const named = statusOfName(column.name);
      if (named !== undefined && named !== "unclear") return undefined;
      return /status|result|deliver/u.test(name) || (named === undefined && maySayWhoUnsubscribed(column))
        ? "unclear"
        : undefined;
    },
    read({ kind }, text) {
      const word = normalName(text);
      if (isNo(text) || mailEvents.failed.has(word)) return false;
      return isYes(text) || mailEvents.delivered.has(word) || (kind === "notified" && mayBeDate(text))
        ? true
        : undefined;
    },
    strongest: false,
  },
};

/** The contents of each kind of column, as questions name them. */
export const markKinds: Readonly<Record<MarkKind, string>> = {
  ...meaningOf,
  notified: "a yes or a date for people who have been notified",
};
