import { normalName } from "./addresses.ts";
import { textsOf } from "./ask.ts";
import { bounceColumns, classIn, mailEvents, readBounce, readFailure } from "./bounces.ts";
import { type Column, statusOfName } from "./columns.ts";
import { list, mayBeDate } from "./dates.ts";
import { isNo, isYes, meaningWords, statusesOfCell, type StatusKind, statusKinds } from "./statuses.ts";
import { details, isOfReasons, judgeStatus, maySayWhoUnsubscribed, meaningOf } from "./statusColumns.ts";

/** What an option of `import waitlist` says of everybody in a file, unless a column says that not all of them are meant. */
export const marks = ["unsubscribed", "bounced", "complained", "notified"] as const;
/** One of the {@link marks}. */
export type Mark = (typeof marks)[number];

/** What a column says that may tell who is meant. */
export type MarkKind = StatusKind | "notified";

/** A column that tells who is meant. */
export interface MarkColumn {
  column: Column;
  kind: MarkKind;
}

/** How the columns of a file are read for a mark. */
export interface MarkReading {
  /** What is recorded, in questions: "has unsubscribed". */
  holds: string;
  /** The words of `--meaning`, first the one of people who are not meant. */
  meanings: readonly string[];
  /** What a column can be. */
  kinds: readonly MarkKind[];
  /** What a column is; `unclear` where it may tell who is meant, undefined where it tells nothing of it. */
  judge(column: Column): MarkKind | "unclear" | undefined;
  /** Whether a cell says that its person is meant; undefined where it is not understood. */
  read(read: MarkColumn, text: string, now: Date): boolean | undefined;
  /** The part of a cell that `--meaning` gives a meaning to, where it is not all of it. */
  partOf?(text: string): string;
  /** Which answer counts where columns say different things of a person. */
  strongest: boolean;
  /** Whether columns that tell who is meant are read as such without asking, since such files have them. */
  expected?: boolean;
}

/** What a cell says in an import. */
const statusesIn = ({ column, kind }: MarkColumn, text: string, now: Date) =>
  kind === "notified" ? undefined : statusesOfCell(kind, text, { meanings: new Map(), now }, isOfReasons(column));

/** Columns of what became of a mail, by their names in normal form. */
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
    // In a short file the values of any column are few.
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
  // A file of `mail failed`, which the operator may have reduced to addresses that do not exist.
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
      // Of our own export, none of whose people has been notified.
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

/** What a column of each kind holds, for a person. */
export const markKinds: Readonly<Record<MarkKind, string>> = {
  ...meaningOf,
  notified: "a yes or a date for who has been notified",
};
