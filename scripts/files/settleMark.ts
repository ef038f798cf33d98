import { cellText } from "./addresses.ts";
import { type Asking, askColumn, askMeaning, textsOf } from "./ask.ts";
import type { Mapped } from "./choose.ts";
import type { Column } from "./columns.ts";
import { refuse } from "./dates.ts";
import { type Mark, type MarkColumn, type MarkKind, markKinds, type MarkReading, readings } from "./marks.ts";
import { suppressionListOf, suppressionReading } from "./suppressions.ts";
import { keyOf, saysNothing } from "./statuses.ts";
import { meaningsOfTools, readMeanings, type Statuses } from "./statusColumns.ts";

/** Whether an unclear column may tell two groups of people apart: its values differ, and not every line has a date. */
const mayTell = ({ values, blank, dates, filled }: Column): boolean =>
  blank === undefined ? values.size > 1 && dates < filled : values.size > 0;

const isFailedMailsFile = (names: readonly string[]): boolean =>
  ["kind", "error", "attempts", "failed_at"].every((name) => names.includes(name));

/** How a file is read for a mark. */
function readingOf(mark: Mark, columns: readonly Column[]): MarkReading {
  if (mark === "bounced" && isFailedMailsFile(columns.map(({ name }) => name))) return readings.failed;
  const ofReasons = /^(?:Amazon SES|Postmark)$/u.test(suppressionListOf(columns) ?? "");
  return ofReasons ? suppressionReading(mark) : readings[mark];
}

/** Asks whether a column tells to which people the mark applies; empty if it does not. */
async function askOf(asking: Asking, holds: string, column: Column, kinds: readonly MarkKind[]): Promise<MarkColumn[]> {
  const options = kinds.map((kind) => `--map ${kind}="${column.name}" (${markKinds[kind]})`).join(", ");
  const kind = await askColumn<MarkKind | "ignored">(asking, column, {
    problem: `The column "${column.name}" may say that not everybody in the file ${holds}`,
    kinds: [
      ...kinds.map((value) => ({
        value,
        label: value,
        hint: `take only the people that it marks: ${markKinds[value]}`,
      })),
      { value: "ignored", label: "ignored", hint: "it is about something else: take everybody in the file" },
    ],
    hint: `Say what it is: ${options} takes only the people that it marks, and --map ignored="${column.name}" takes everybody in the file.`,
    forNow: "ignored",
  });
  return kind === "ignored" ? [] : [{ column, kind }];
}

/** Makes a reader of cells from the mark and from the meanings that the operator gave to words. */
function cellReader(
  mark: Mark,
  { read, partOf = (text) => text }: MarkReading,
  meanings: Map<string, string>,
  now: Date,
) {
  const isMeant = (word: string) =>
    mark === "unsubscribed" ? word !== "subscribed" && word !== "pending" : word === mark;
  return {
    partOf,
    means: (text: string, word: string) => void meanings.set(keyOf(partOf(text)), word),
    /**
     * Whether a cell says that the mark applies to its person; "nothing" for a blank, undefined when it is not
     * understood.
     */
    says(column: MarkColumn, text: string): boolean | "nothing" | undefined {
      const given = meanings.get(keyOf(text)) ?? meanings.get(keyOf(partOf(text)));
      if (given !== undefined) return isMeant(given);
      return saysNothing(text) ? "nothing" : read(column, text, now);
    },
  };
}

/**
 * Decides to which lines of a file a mark applies, by the columns that say so. The operator is asked about a column
 * that excludes some people, or may; and about a value that is not understood, unless another column tells about
 * everybody.
 * @throws CliError `usage` when nobody can be asked, with the options that answer, and for wrong options.
 */
export async function settleMark(
  asking: Asking,
  mark: Mark,
  { columns, free, mapped }: { columns: readonly Column[]; free: readonly Column[]; mapped: Mapped },
  { meaning, now }: { meaning: readonly string[]; now: Date },
): Promise<Statuses> {
  const reading = readingOf(mark, columns);
  const meanings = new Map<string, string>([...meaningsOfTools(columns), ...readMeanings(meaning, reading.meanings)]);
  const { says, means, partOf } = cellReader(mark, reading, meanings, now);
  const saidIn = (read: MarkColumn) => textsOf(read.column).map((text) => says(read, text));
  const agrees = (read: MarkColumn): boolean =>
    read.column.blank === undefined &&
    (read.column.manyValues
      ? read.kind !== "status" && read.column.dates === read.column.filled
      : saidIn(read).every((said) => said === true));
  const telling: MarkColumn[] = reading.kinds.flatMap((kind) =>
    (mapped.get(kind) ?? []).map((column) => ({ column, kind })),
  );
  const agreeing: MarkColumn[] = [];
  const unclear: Column[] = [];
  for (const column of free) {
    const kind = column.filled === 0 ? undefined : reading.judge(column);
    if (kind === "unclear") unclear.push(column);
    if (kind === undefined || kind === "unclear" || mapped.get(kind)?.length === 0) continue;
    const read = { column, kind };
    if (reading.expected) telling.push(read);
    else if (agrees(read)) agreeing.push(read);
    else if (column.values.size > 1 || column.blank !== undefined || saidIn(read).includes(false))
      telling.push(...(await askOf(asking, reading.holds, column, [kind])));
  }
  // If one column tells to which people the mark applies, an unclear one hardly matters.
  const isSettled = telling.length + agreeing.length > 0;
  const leavesOut = (column: Column) => reading.kinds.some((kind) => saidIn({ column, kind }).includes(false));
  for (const column of isSettled ? [] : unclear)
    if (mayTell(column) || leavesOut(column))
      telling.push(...(await askOf(asking, reading.holds, column, reading.kinds)));
  const tellsAll = (read: MarkColumn) =>
    read.column.blank === undefined &&
    !read.column.manyValues &&
    saidIn(read).every((said) => typeof said === "boolean");
  for (const read of telling) {
    if (!reading.strongest && telling.some((other) => other !== read && tellsAll(other))) continue;
    for (const { text, line } of read.column.values.values())
      if (says(read, text) === undefined) {
        const value = { column: read.column.name, text: partOf(text), where: `line ${line}` };
        const choices = [reading.meanings[0] ?? "", mark].map((word) => ({ value: word, label: word }));
        means(text, await askMeaning(asking, value, "a person", choices, mark));
      }
  }
  const dates = [...agreeing, ...telling].flatMap(({ kind, column }) => (kind === "unsubscribed" ? [column] : []));
  return {
    columns: [...agreeing, ...telling],
    read(cells) {
      const textOf = ({ index }: Column) => cellText(cells[index] ?? "");
      const said = telling.map((read) => says(read, textOf(read.column)));
      const { strongest } = reading;
      const isUnclear = !said.includes(strongest) && said.includes(undefined) && (strongest || !said.includes(true));
      if (isUnclear) refuse(`${telling[said.indexOf(undefined)]?.column.name} has a value that is not understood.`);
      const isMeant = telling.length === 0 || (said.includes(strongest) ? strongest : said.includes(true));
      if (!isMeant) return undefined;
      const status = mark === "notified" ? "subscribed" : mark;
      return {
        status,
        withdrawn: mark === "unsubscribed" || mark === "complained",
        pending: false,
        since: dates.map(textOf),
      };
    },
  };
}
