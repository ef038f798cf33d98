import { CliError } from "../data/errors.ts";
import { cellText, normalName } from "./addresses.ts";
import { type Asking, askColumn, askMeaning, textsOf } from "./ask.ts";
import type { Mapped } from "./choose.ts";
import { refuse } from "./dates.ts";
import { type Column, statusOfName, type Survey } from "./columns.ts";
import {
  statusesOfCell,
  isNo,
  isUnconfirmed,
  keyOf,
  type Status,
  type Meaning,
  meaningWords,
  saysNothing,
  type StatusKind,
  statusKinds,
  stronger,
  type Understanding,
  statusesOfWords,
} from "./statuses.ts";

/**
 * Reads `--meaning Word=status`, with one of these statuses; an empty word means a blank cell.
 * @throws CliError `usage` for another status.
 */
export const readMeanings = <Word extends string>(
  pairs: readonly string[],
  known: readonly Word[],
): Map<string, Word> =>
  new Map(
    pairs.map((pair) => {
      const [, word = "", said] = /^(.*)=(.*)$/su.exec(pair) ?? [];
      const status = known.find((one) => one === said);
      if (status) return [keyOf(word.trim()), status];
      throw new CliError(
        "usage",
        `--meaning ${pair}: give a word and what it means, one of ${known.join(", ")}: Word=${known[1]}.`,
      );
    }),
  );

/**
 * Returns the meaning of "inactive" in tools that are recognised by other words of the column. In Kit it means
 * unconfirmed, since people who left are "cancelled"; in beehiiv it means that they left. For other tools the
 * operator is asked.
 */
export function meaningsOfTools(columns: readonly Column[]): Map<string, "pending" | "unsubscribed"> {
  const has = (word: string) => columns.some(({ values }) => values.has("inactive") && values.has(word));
  if (has("cancelled")) return new Map([["inactive", "pending"]]);
  const isBeehiiv = has("validating") || columns.some(({ name }) => normalName(name) === "subscriptiontier");
  return new Map(isBeehiiv ? [["inactive", "unsubscribed"]] : []);
}

/** A column that says who may be mailed; `any` where every text in it counts, as in a column of reasons. */
interface StatusColumn {
  column: Column;
  kind: StatusKind;
  any: boolean;
}

/**
 * What a line says about a person's consent. A bounce does not withdraw consent, and does not hide another column
 * that does.
 */
interface LineConsent {
  status: Status;
  withdrawn: boolean;
  /** Whether the person has not confirmed in the tool that the file comes from. */
  pending: boolean;
  /** The texts in the columns of unsubscriptions: dates or words. */
  since: readonly string[];
}

/** The columns that say who may be mailed. */
export interface Statuses {
  columns: readonly { column: Column; kind: StatusKind | "notified" }[];
  /**
   * Reads what a line says; undefined if the option of the command line does not apply to its person.
   * @throws Refused when it is not understood.
   */
  read(cells: readonly string[]): LineConsent | undefined;
}

/**
 * The largest number of different values that a column of statuses may have. The second limit is for values that do
 * not repeat, as in a short file, where every column has few values.
 */
const few = 20;
const fewWithoutRepeating = 3;

/**
 * Whether a column may say who unsubscribed: its values are dates, or there are few of them. Numbers that are all
 * different do not count.
 */
export function maySayWhoUnsubscribed(column: Column): boolean {
  const { filled, dates, addresses, uuids, values, manyValues } = column;
  if (dates * 2 > filled) return true;
  if (manyValues || values.size > few || (addresses + uuids) * 2 > filled) return false;
  if (values.size * 2 <= filled) return true;
  const isFigure = (text: string) => /^\d{2,}$|^[2-9]$|^\d+[.,]\d+$/u.test(text);
  return values.size <= fewWithoutRepeating && !textsOf(column).every(isFigure);
}

/** Words that mean a status under any column name, in normal form. */
const unmistakable =
  /^(?:(?:un|non|not|never)?subscribed|opted(?:in|out)|optout|(?:hard)?bounced?|cleaned|complained|spamcomplaint|markedasspam|(?:block|black)listed|undeliverable|abgemeldet|unzustellbar)$/u;

/** Google Forms' first column in the languages whose dates are read. */
const timestamps = /^(?:timestamp|zeitstempel|horodateur|marcatemporal|informazionicronologiche)$/u;

/** Whether a file is an export of Typeform or Google Forms, whose other columns are questions. */
function isOfForm(columns: readonly Column[]): boolean {
  const [first] = columns;
  const names = columns.map(({ name }) => normalName(name));
  const isTypeform = first?.name === "#" && names.includes("networkid");
  return isTypeform || (first !== undefined && timestamps.test(names[0] ?? "") && first.dates * 2 > first.filled);
}

/** Whether the answers to a form's question may be a consent to mails: there are two at most, and it or they speak of it. */
const mayBeConsent = (column: Column): boolean =>
  column.values.size <= 2 &&
  [column.name, ...textsOf(column)].some((text) =>
    /mail|contact|kontakt|notif|update|news|agree|einverst|terms|privacy|datenschutz/u.test(normalName(text)),
  );

/**
 * Judges a column by its name, or by words that only a status has; `unclear` if it may say who unsubscribed, which in
 * an export of a form only a question about mails does.
 */
export function judgeStatus(column: Column, ofForm = false): StatusKind | "unclear" | undefined {
  const named = statusOfName(column.name);
  if (named !== undefined && named !== "ignored" && named !== "unclear") return named;
  const texts = textsOf(column);
  const said = texts.map(statusesOfWords);
  const areWords = !column.manyValues && said.every(Boolean) && said.flat().some((status) => status !== "subscribed");
  if (/sms|phone|whatsapp/u.test(normalName(column.name))) return undefined;
  if (texts.flatMap((text) => text.split(/[,;|]/u)).some((word) => unmistakable.test(normalName(word))))
    return areWords ? "status" : "unclear";
  const mayTell = named === undefined && maySayWhoUnsubscribed(column) && (!ofForm || mayBeConsent(column));
  return areWords || named === "unclear" || mayTell ? "unclear" : undefined;
}

/** The contents of each kind of column, as questions name them. */
export const meaningOf: Record<StatusKind | "created_at" | "ignored", string> = {
  unsubscribed: "who unsubscribed: a date, a yes, a reason",
  consent: "who may be mailed: a yes or a no",
  status: "a status: words such as active, unsubscribed",
  bounced: "whose mail bounced",
  complained: "who reported mail as spam",
  created_at: "when people signed up",
  ignored: "none of these",
};
const answers = [...statusKinds, "created_at", "ignored"] as const;

/** Guesses what an unclear column is, so that the meanings of its values can be asked about in the same run. */
function likelyKind(column: Column): "unsubscribed" | "status" | "ignored" {
  if (column.dates * 2 > column.filled) return "unsubscribed";
  return textsOf(column).some((text) => !saysNothing(text) && statusesOfWords(text)) ? "status" : "ignored";
}

const askKind = (asking: Asking, column: Column): Promise<(typeof answers)[number]> =>
  askColumn(asking, column, {
    problem: `The column "${column.name}" is not understood, and may say who unsubscribed`,
    kinds: answers.map((value) => ({ value, label: value, hint: meaningOf[value] })),
    hint: `Say what it is: --map unsubscribed="${column.name}" for people who unsubscribed (a date, a yes), --map consent="${column.name}" for a yes of those who may be mailed, --map status="${column.name}" for words, --map created_at="${column.name}" for when they signed up, or --map ignored="${column.name}".`,
    forNow: likelyKind(column),
  });

const askStatus = (asking: Asking, { column, kind }: StatusColumn, text: string, line: number): Promise<Meaning> =>
  askMeaning(
    asking,
    { column: column.name, text, where: `line ${line}` },
    `a person (${kind})`,
    meaningWords.map((value) => ({
      value,
      label: value === "pending" ? "pending: subscribed, and has not confirmed" : value,
    })),
    "subscribed",
  );

/** Whether a column holds reasons, so that every text in it counts. */
export const isOfReasons = ({ name }: Column): boolean => /reason|grund/u.test(normalName(name));

/** Columns with details of an unsubscription. Another column already says that it happened. */
export const details =
  /^(?:unsub\w*|cancell?ation|bounce|suppression|clean)(?:reason|reasonother|title|campaign|campaigntitle|campaignid|note|ip)$/u;

/**
 * Finds the columns that say who may be mailed among the unused ones, and adds the meanings of their words. On a
 * terminal it asks about unclear ones. `signedUp` is called with a column that turns out to be the time of signing
 * up.
 * @throws CliError `usage` when nobody can be asked: a guess might bring back people who unsubscribed.
 */
export async function settleStatus(
  asking: Asking,
  free: readonly Column[],
  mapped: Mapped,
  { rows, columns }: Survey,
  understanding: Understanding,
  signedUp: (column: Column) => void,
): Promise<Statuses> {
  const { meanings } = understanding;
  const settled: StatusColumn[] = [];
  const add = (column: Column, kind: StatusKind) => settled.push({ column, kind, any: isOfReasons(column) });
  for (const kind of statusKinds) for (const column of mapped.get(kind) ?? []) add(column, kind);
  const unclear: Column[] = [];
  const ofForm = isOfForm(columns);
  for (const column of free) {
    const kind = column.filled === 0 ? undefined : judgeStatus(column, ofForm);
    if (kind === "unclear") unclear.push(column);
    else if (kind !== undefined && mapped.get(kind)?.length !== 0) add(column, kind);
  }
  for (const column of unclear) {
    if (details.test(normalName(column.name)) && settled.length > 0) continue;
    const kind = await askKind(asking, column);
    if (kind === "created_at") signedUp(column);
    else if (kind !== "ignored") add(column, kind);
  }
  for (const status of settled) {
    const { column, kind, any } = status;
    for (const { text, line } of column.values.values())
      if (!statusesOfCell(kind, text, understanding, any))
        meanings.set(keyOf(text), await askStatus(asking, status, text, line));
    // In a column with a yes, a blank may be a no, or mean that the question was not asked.
    const mayBeNo = kind === "consent" && column.filled < rows && column.dates === 0 && !textsOf(column).every(isNo);
    if (mayBeNo && !meanings.has("")) meanings.set("", await askStatus(asking, status, "", column.blank ?? 0));
  }
  return { columns: settled, read: (cells) => readStatuses(settled, cells, understanding) };
}

function readStatuses(
  columns: readonly StatusColumn[],
  cells: readonly string[],
  understanding: Understanding,
): LineConsent {
  const all: LineConsent & { since: string[] } = { status: "subscribed", withdrawn: false, pending: false, since: [] };
  for (const { column, kind, any } of columns) {
    const text = cellText(cells[column.index] ?? "");
    const said =
      statusesOfCell(kind, text, understanding, any) ?? refuse(`${column.name} has a value that is not understood.`);
    all.pending ||= isUnconfirmed(text, understanding.meanings);
    all.status = said.reduce(stronger, all.status);
    all.withdrawn ||= said.some((one) => one === "unsubscribed" || one === "complained");
    if (kind === "unsubscribed" && said.some((one) => one !== "subscribed")) all.since.push(text);
  }
  return all;
}
