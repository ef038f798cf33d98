import * as v from "valibot";
import { waitlistFields } from "../../server/contract/waitlist.ts";
import { isInviteCode, readShareCode } from "../../server/contract/shareCode.ts";
import { type betaColumns, waitlistColumns } from "../../server/supabase/schema.ts";
import { counted } from "../../server/lib/amounts.ts";
import { CliError } from "../data/errors.ts";
import { cellText, isAddress, normalName } from "./addresses.ts";
import { fieldNames } from "./fieldNames.ts";
import type { PeopleFile } from "./file.ts";
import { ignoredNames } from "./ignoredNames.ts";
import { type DateOrder, dateShape, isNoDate, list, mayBeDate } from "./dates.ts";
import { isNo, isYes, keyOf, saysNothing, type StatusKind, statusKinds } from "./statuses.ts";

/**
 * Columns of the waitlist that a file can fill. Unsubscriptions are read from any column that mentions them, and
 * answers have one column each.
 */
export const importedColumns = [...new Set([...v.keyof(waitlistFields).options, ...waitlistColumns])].filter(
  (column) => column !== "unsubscribed_at" && column !== "answers",
);
/** The meaning of a column of a file. */
export type Field = (typeof importedColumns)[number] | (typeof betaColumns)[number] | StatusKind | "ignored";

/**
 * The names of each field's columns. A field that is missing here is found by its own name. Share codes and invite
 * codes are looked for by those names alone, because they are only valid in our own exports.
 */
const names: Partial<Record<Field, readonly string[]>> = { ...fieldNames, ignored: ignoredNames };

const namesOf = (field: Field): readonly string[] => names[field] ?? [normalName(field)];

/** Normalises a header, without the time zone that Typeform adds. */
const headerName = (header: string): string => normalName(header.replace(/\s*\((?:UTC|GMT)\)\s*$/iu, ""));

/** Headers that count only if the column holds dates; a header of `confirmed_at` also counts if it holds yes and no. */
const ofDates: Partial<Record<Field, readonly string[]>> = {
  created_at: [...namesOf("consent"), ...list("signedup signup registered joined added startdate")],
  confirmed_at: list("confirmed verified activated isconfirmed isverified emailconfirmed emailverified"),
};

/** Whether each value of a column is a yes, a no, a date or none. */
const saysWhether = ({ values, manyValues }: Column): boolean =>
  !manyValues &&
  [...values.values()].every(({ text }) => isYes(text) || isNo(text) || saysNothing(text) || mayBeDate(text));

const lookalike =
  /unsub|subscri|opt(?:ed)?(?:in|out)|bounc|clean|complain|spam|junk|abgemeld|abmeld|abbestell|blacklist|blocklist|suppress|consent|newsletter|marketing|mailing|status|inactiv|removed|deleted|disabled|deactiv|permission|gdpr|donot/u;

/**
 * Judges a column by its name: the kind of a status, "ignored" if it does not concern who may be mailed, "unclear"
 * if the operator must be asked.
 */
export function statusOfName(header: string): StatusKind | "ignored" | "unclear" | undefined {
  const name = headerName(header);
  const kind = statusKinds.find((one) => namesOf(one).includes(name));
  if (kind) return kind;
  // HubSpot has one opt-out column per kind of mail.
  if (name.startsWith("optedoutofemail")) return "unsubscribed";
  if (/sms|whatsapp|phone/u.test(name) && !name.includes("mail")) return "ignored";
  const others = ["ignored", "source", "tags", "notified", "confirmed_at", "name", "company", "role"] as const;
  if (others.some((field) => namesOf(field).includes(name))) return "ignored";
  // beehiiv has a "Subscriber ID".
  if (/(?:^|[^\p{L}])(?:id|uuid|url)$/iu.test(header.trim())) return "ignored";
  if (lookalike.test(name)) return "unclear";
  return /(?:^|[^\p{L}])(?:ids|urls|ip|code|count|rate|score)$/iu.test(header.trim()) ? "ignored" : undefined;
}

/** A survey of a column over the whole file. */
export interface Column {
  index: number;
  name: string;
  /** How many cells are not blank, and how many of them are addresses, are UUIDs, or may be dates. */
  filled: number;
  addresses: number;
  uuids: number;
  dates: number;
  /**
   * The orders of day and month that unambiguous cells prove, and the line of the first cell that can be read in
   * both.
   */
  orders: Set<DateOrder>;
  either: number | undefined;
  /** The line of the first cell that is blank or holds no date. */
  blank: number | undefined;
  /** Up to `mostValues` different values, each as it first occurred and with its line. */
  values: Map<string, { text: string; line: number }>;
  manyValues: boolean;
}

/** A survey of a file: its columns, the number of lines below the header, and whether it has no header. */
export interface Survey {
  columns: Column[];
  rows: number;
  headless: boolean;
}

/** The number of different values that are kept for a column. No tool has more statuses. */
const mostValues = 40;
const longestValue = 120;

export const isUuid = (text: string): boolean => text.length === 36 && v.UUID_REGEX.test(text);

const column = (index: number, name: string): Column => ({
  index,
  name,
  filled: 0,
  addresses: 0,
  uuids: 0,
  dates: 0,
  orders: new Set(),
  either: undefined,
  blank: undefined,
  values: new Map(),
  manyValues: false,
});

function countCell(into: Column, text: string, line: number): void {
  if (text === "" || isNoDate(text)) into.blank ??= line;
  if (text === "") return;
  into.filled += 1;
  if (isAddress(text)) into.addresses += 1;
  else if (isUuid(text)) into.uuids += 1;
  else if (mayBeDate(text)) {
    into.dates += 1;
    const shape = dateShape(text);
    if (shape && "either" in shape && shape.either) {
      if (shape.day > 12) into.orders.add("dmy");
      else if (shape.month > 12) into.orders.add("mdy");
      else if (shape.day !== shape.month) into.either ??= line;
    }
  }
  if (into.manyValues || into.values.has(keyOf(text))) return;
  if (into.values.size >= mostValues || text.length > longestValue) into.manyValues = true;
  else into.values.set(keyOf(text), { text, line });
}

/**
 * Reads a file once to find out what its columns hold; `at` is called with each line. A first line with an address
 * is not a header.
 * @throws CliError `failed` when it has no lines, `usage` when none of them is as long as its header.
 */
export async function surveyFile(file: PeopleFile, at: (lines: number) => void): Promise<Survey> {
  let survey: Survey | undefined;
  let even = false;
  for await (const { line, cells } of file.records()) {
    if (!survey) {
      const headless = cells.some(isAddress);
      const nameOf = (cell: string, index: number) => (isAddress(cell) ? "email" : `column ${index + 1}`);
      const columns = cells.map((cell, index) => column(index, headless ? nameOf(cell, index) : cell.trim()));
      survey = { headless, rows: 0, columns };
      if (!headless) continue;
    }
    at((survey.rows += 1));
    even ||= cells.length === survey.columns.length;
    for (const into of survey.columns) countCell(into, cellText(cells[into.index] ?? ""), line);
  }
  if (!survey) throw new CliError("failed", `${file.name} has no lines.`);
  if (survey.rows > 0 && !even)
    throw new CliError(
      "usage",
      `The first line of ${file.name} has ${counted(survey.columns.length, "field")}, and no other line has as many.`,
      { hint: "If a title is above the names of the columns, delete it." },
    );
  return survey;
}

/** Codes and friends are only taken from our own exports, because other tools have columns of the same names. */
const isOurCode: Partial<Record<Field, (text: string) => boolean>> = {
  share_code: (text) => readShareCode(text) !== undefined,
  referred_by: (text) => readShareCode(text) !== undefined,
  invite_code: isInviteCode,
  friends: (text) => /^\d{1,9}$/u.test(text),
};

/**
 * Chooses the columns whose names fit a field, the most certain first. An id needs UUIDs, and a code must be one of
 * ours.
 */
export function byName(columns: readonly Column[], field: Field): Column[] {
  const named = (some: readonly string[] = []) =>
    some.flatMap((name) => columns.filter((one) => headerName(one.name) === name));
  const dated = named(ofDates[field]).filter(
    (one) => one.dates * 2 > one.filled || (field === "confirmed_at" && saysWhether(one)),
  );
  const isCode = isOurCode[field];
  return [...named(namesOf(field)), ...dated].filter(
    ({ uuids, values }) =>
      (field !== "id" || uuids > 0) && (!isCode || [...values.values()].some(({ text }) => isCode(text))),
  );
}
