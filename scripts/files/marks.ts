import { counted } from "../../server/lib/amounts.ts";
import { CliError } from "../cli/errors.ts";
import type { AddressFile, AddressLine } from "./addressFile.ts";
import { cellText } from "./addresses.ts";
import { type Asking, askColumn, askMeaning, textsOf } from "./ask.ts";
import { readMap } from "./choose.ts";
import type { Column } from "./columns.ts";
import { keyOf, saysNothing } from "./statuses.ts";

/** What a cell says of the person in its line: that they are included, that they are not, or nothing; undefined where it is not understood. */
export type Verdict = "included" | "excluded" | "silent" | undefined;

/** What a command records of the people in a file, and what the file's columns say of it. */
export interface Mark<Kind extends string> {
  /** What is recorded, in questions: "has unsubscribed". */
  holds: string;
  /** The words of `--meaning`: of people who are not included, and of those who are. */
  meanings: readonly [excluded: string, included: string];
  /** What `--map` can call a column, and what such a column holds. */
  kinds: Readonly<Record<Kind, string>>;
  /** What a column is; `unclear` where it may tell who is included, undefined where it tells nothing of it. */
  judge(column: Column): NoInfer<Kind> | "unclear" | undefined;
  read(kind: NoInfer<Kind>, text: string): Verdict;
  /** The part of a cell that `--meaning` gives a meaning to, where it is not all of it. */
  partOf?(text: string): string;
  /** Which verdict counts where columns say different things of a person. */
  strongest: "included" | "excluded";
  /** Whether columns that tell who is included are read as such without asking, since the command is for files that have them. */
  expected?: boolean;
}

/** The operator's options on what the columns of a file mean. */
export interface ColumnOptions {
  map?: string[];
  meaning?: string[];
}

/** Which lines of a file are included, and in words for the operator what its columns were taken for. */
export interface Settled {
  isIncluded(line: AddressLine): boolean;
  described: string[];
}

interface Read<Kind> {
  column: Column;
  kind: Kind;
}

/** Reads `--meaning Word=included`. @throws CliError `usage` */
function readMeanings(
  { meanings: [excluded, included] }: Mark<string>,
  pairs: readonly string[],
): Map<string, boolean> {
  return new Map(
    pairs.map((pair) => {
      const [, word = "", said] = /^(.*)=(.*)$/su.exec(pair) ?? [];
      if (said === included || said === excluded) return [keyIn(word.trim()), said === included];
      throw new CliError(
        "usage",
        `--meaning ${pair}: give a value and what it means: Word=${included} or Word=${excluded}.`,
      );
    }),
  );
}

/** What the lines of a file say in one column. */
interface Seen {
  text: string;
  differs: boolean;
  /** Whether every line says that its person is included, and whether one says that they are not. */
  agrees: boolean;
  denies: boolean;
}

/** Reads each line, as a survey keeps no more than some values of a column. */
async function readVerdicts<Kind extends string>(
  file: AddressFile,
  mark: Mark<Kind>,
  columns: readonly Read<Kind>[],
): Promise<Map<Column, Seen>> {
  const seen = new Map<Column, Seen>();
  if (columns.length === 0) return seen;
  for await (const { cells } of file.lines())
    for (const { column, kind } of columns) {
      const text = cellText(cells[column.index] ?? "");
      const verdict = mark.read(kind, text);
      const before = seen.get(column) ?? { text, differs: false, agrees: true, denies: false };
      before.differs ||= before.text !== text;
      before.agrees &&= verdict === "included";
      before.denies ||= verdict === "excluded";
      seen.set(column, before);
    }
  return seen;
}

/**
 * Decides which lines of a file a command includes. A column that excludes some people, or may, is asked about; so is
 * a value that is not understood.
 * @throws CliError `usage` where nobody can be asked, with the options that answer, and for wrong options.
 */
export async function settleMark<Kind extends string>(
  asking: Asking,
  mark: Mark<Kind>,
  file: AddressFile,
  { map = [], meaning = [] }: ColumnOptions,
): Promise<Settled> {
  const meanings = readMeanings(mark, meaning);
  const columns = await file.columns();
  const kinds = Object.keys(mark.kinds).filter((name): name is Kind => name in mark.kinds);
  const mapped = readMap(map, [...kinds, "ignored"], columns);
  const settled = kinds.flatMap((kind) => (mapped.get(kind) ?? []).map((column) => ({ column, kind })));
  const mappedColumns = new Set([...mapped.values()].flat());
  const judged = columns
    .filter((column) => column.filled > 0 && !mappedColumns.has(column))
    .map((column) => ({ column, kind: mark.judge(column) }));
  const known = judged.flatMap(({ column, kind }) =>
    kind === undefined || kind === "unclear" || mapped.get(kind)?.length === 0 ? [] : [{ column, kind }],
  );
  const seen = mark.expected ? undefined : await readVerdicts(file, mark, known);
  for (const read of known) {
    const { differs = false, agrees = false, denies = false } = seen?.get(read.column) ?? {};
    if (agrees) continue;
    if (!seen) settled.push(read);
    else if (differs || denies) settled.push(...(await askOf(asking, mark, read.column, [read.kind])));
  }
  // Beside a column that tells who is included, another one hardly matters.
  const isSettled = settled.length > 0 || [...(seen?.values() ?? [])].some(({ agrees }) => agrees);
  for (const { column, kind } of isSettled ? [] : judged)
    if (kind === "unclear" && (mayDeny(column) || deniedBy(mark, column, kinds)))
      settled.push(...(await askOf(asking, mark, column, kinds)));
  if (settled.length === 0) return { isIncluded: () => true, described: [] };
  const isIncluded = judgeLines(mark, settled, meanings);
  for await (const line of file.lines()) {
    for (let said = isIncluded(line); typeof said !== "boolean"; said = isIncluded(line)) {
      const [excluded, included] = mark.meanings;
      const answer = await askMeaning(
        asking,
        { column: said.column.name, text: said.text, where: line.where },
        "a person",
        [excluded, included].map((value) => ({ value, label: value })),
      );
      meanings.set(keyIn(said.text), answer === included);
    }
  }
  return {
    isIncluded: (line) => isIncluded(line) === true,
    described: settled.map(({ column, kind }) => `  ${kind} ← ${column.name}`),
  };
}

/** Whether a column that is not understood may tell two sorts of people apart: its values differ, and are not a date in each line. */
const mayDeny = ({ values, blank, dates, filled }: Column): boolean =>
  blank === undefined ? values.size > 1 && dates < filled : values.size > 0;

/** Whether a value of a column, taken for one of these kinds, says that its person is not included. */
const deniedBy = <Kind extends string>({ read }: Mark<Kind>, column: Column, kinds: readonly Kind[]): boolean =>
  textsOf(column).some((text) => kinds.some((kind) => read(kind, text) === "excluded"));

/** Numbers and codes are themselves: 5.5.0 is not 550. */
const keyIn = (text: string): string => (/^[\d.]+$/u.test(text) ? text : keyOf(text));

/** Asks whether a column tells who is included; empty for one that does not. */
async function askOf<Kind extends string>(
  asking: Asking,
  mark: Mark<Kind>,
  column: Column,
  kinds: readonly Kind[],
): Promise<Read<Kind>[]> {
  const options = kinds.map((kind) => `--map ${kind}="${column.name}" (${mark.kinds[kind]})`).join(", ");
  const kind = await askColumn<Kind | "ignored">(asking, column, {
    problem: `The column "${column.name}" may say that not everybody in the file ${mark.holds}`,
    kinds: [
      ...kinds.map((value) => ({ value, label: value, hint: `take those of whom it says so: ${mark.kinds[value]}` })),
      { value: "ignored", label: "ignored", hint: "it says nothing of this: take everybody in the file" },
    ],
    hint: `Say what it is: ${options} takes those of whom it says so, and --map ignored="${column.name}" everybody in the file.`,
  });
  return kind === "ignored" ? [] : [{ column, kind }];
}

/** Whether a line is included by its columns; of one that does not tell, the value that is not understood. */
function judgeLines<Kind extends string>(
  { read, partOf = (text) => text, strongest }: Mark<Kind>,
  settled: readonly Read<Kind>[],
  meanings: ReadonlyMap<string, boolean>,
) {
  const verdictOf = (kind: Kind, text: string): Verdict => {
    const said = meanings.get(keyIn(text)) ?? meanings.get(keyIn(partOf(text)));
    return said === undefined ? read(kind, text) : said ? "included" : "excluded";
  };
  return ({ cells }: AddressLine): boolean | { column: Column; text: string } => {
    const said = settled.map(({ column, kind }) => {
      const text = cellText(cells[column.index] ?? "");
      return { column, text: partOf(text), verdict: verdictOf(kind, text) };
    });
    const has = (verdict: Verdict) => said.some((one) => one.verdict === verdict);
    if (has(strongest)) return strongest === "included";
    const unclear = said.find(({ verdict }) => verdict === undefined);
    // What is not understood might say the stronger of the two.
    if (unclear && (strongest === "included" || !has("included"))) return unclear;
    return has("included");
  };
}

/** Says how many lines of a file its columns exclude; nothing for none. */
export const leftOut = (lines: number): string =>
  lines > 0 ? `; ${counted(lines, "line was", "lines were")} left out by its columns` : "";

/** What a yes, a date or a blank says of the person, by a reader of them. */
export const verdictBy = (text: string, says: (text: string) => boolean | undefined): Verdict => {
  if (saysNothing(text)) return "silent";
  const said = says(text);
  return said === undefined ? undefined : said ? "included" : "excluded";
};
