import type { BackendContext } from "../../cli/context.ts";
import { CliError } from "../../cli/errors.ts";
import { readApplication } from "./beta/row.ts";
import type { ReadSource } from "./cells/source.ts";
import { type Chosen, chooseColumns } from "./columns/choose.ts";
import { type Mapped, readMap } from "./columns/map.ts";
import type { Column, Survey } from "./columns/survey.ts";
import { betaTargets, type Target, waitlistTargets } from "./columns/targets.ts";
import { settleOrder } from "./columns/dateOrder.ts";
import { type DateOrder, orderName } from "./dates/parse.ts";
import type { Entry } from "../../records/entry.ts";
import { readMeanings, settleStatus } from "./status/ask.ts";
import { chooseStatus } from "./status/choose.ts";
import { statusKinds } from "./status/read.ts";
import type { ImportTable } from "../../records/table.ts";
import { readPerson } from "./waitlist/row.ts";

/** How a file is read, as its columns and the operator say. */
export interface PlanOptions {
  map: string[];
  meaning: string[];
  dateFormat?: DateOrder;
}

/** What is done with each line, and how that is told to the operator. */
export interface Plan {
  /** Reads a line; a string says why it cannot be taken. */
  read(line: number, cells: string[]): Entry | string;
  /** `email ← E-Mail` and the like. */
  described: string[];
}

/** Values of a status column that are shown. */
const shown = 6;

const keysOf = <Name extends string>(record: Record<Name, unknown>): Name[] =>
  // The keys of an object literal are its names; the type of Object.keys is wider for all others.
  Object.keys(record).filter((key): key is Name => key in record);

function choose<Name extends string>(
  targets: Record<Name, Target>,
  { columns }: Survey,
  mapped: Mapped,
): { chosen: Chosen<Name>; free: Column[] } {
  const names = keysOf(targets);
  const claimed = new Set([...mapped.columns.values()].flat());
  const taken: Chosen<Name> = {};
  for (const name of names) {
    const column = mapped.columns.get(name)?.at(-1);
    if (column) taken[name] = column;
  }
  const unclaimed = columns.filter((column) => !claimed.has(column));
  const chosen = chooseColumns(targets, names, unclaimed, taken, mapped.left);
  return { chosen, free: unclaimed.filter((column) => !Object.values(chosen).includes(column)) };
}

function requireColumns<Name extends string>(chosen: Chosen<Name>, needed: readonly Name[], { columns }: Survey): void {
  const header = columns.map(({ name }) => name).join(", ");
  for (const name of needed)
    if (!chosen[name])
      throw new CliError(
        "usage",
        `${String(name) === "email" ? "No column looks like e-mail addresses" : `No column looks like the ${name}`}. The file has: ${header}`,
        { hint: `Name it: --map ${name}=HEADER` },
      );
}

const dated = <Name extends string>(chosen: Chosen<Name>, names: readonly Name[]): Column[] =>
  names.flatMap((name) => chosen[name] ?? []);

function describeChosen(chosen: Chosen<string>, order: DateOrder | undefined): string[] {
  return Object.entries(chosen).flatMap(([name, column]) => {
    const { dmy = 0, mdy = 0, either } = column?.order ?? {};
    const ordered = order && name.endsWith("_at") && (either !== undefined || dmy + mdy > 0);
    return column ? [`  ${name} ← ${column.name}${ordered ? ` (${orderName[order]})` : ""}`] : [];
  });
}

function describeIgnored(columns: readonly Column[]): string[] {
  const names = columns.flatMap(({ name }) => name || []);
  return names.length > 0 ? [`  ignored: ${names.join(", ")}`] : [];
}

async function planWaitlist(
  context: BackendContext,
  survey: Survey,
  { map, meaning, dateFormat }: PlanOptions,
  onSource: (source: ReadSource, text: string) => void,
): Promise<Plan> {
  const mapped = readMap(map, [...Object.keys(waitlistTargets), ...statusKinds, "ignored"], survey.columns);
  const { chosen, free } = choose(waitlistTargets, survey, mapped);
  requireColumns(chosen, ["email"], survey);
  const meanings = readMeanings(meaning);
  const choice = chooseStatus(free, mapped, survey.rows, meanings);
  const settled = await settleStatus(context, choice, survey.columns, survey.rows, meanings);
  const left = settled.columns
    .filter(({ kind }) => kind === "unsubscribed_at")
    .flatMap(({ index }) => survey.columns[index] ?? []);
  const order = await settleOrder(context, [...dated(chosen, ["created_at", "confirmed_at"]), ...left], dateFormat);
  const status = settled.columns.flatMap(({ index, kind }) => {
    const column = survey.columns[index];
    if (!column) return [];
    const values = [...column.values.values()];
    const few =
      column.manyValues || kind !== "status"
        ? ""
        : ` (${values.slice(0, shown).join(", ")}${values.length > shown ? ", …" : ""})`;
    return [`  ${kind} ← ${column.name}${few}`];
  });
  const used = new Set(settled.columns.map(({ index }) => index));
  const ignored = [...free.filter(({ index }) => !used.has(index)), ...(mapped.columns.get("ignored") ?? [])];
  const plan = {
    columns: chosen,
    status: settled.columns,
    meanings: settled.meanings,
    order,
    now: context.clock(),
    onSource,
  };
  return {
    read: (line, cells) => readPerson(line, cells, plan),
    described: [...describeChosen(chosen, order), ...status, ...describeIgnored(ignored)],
  };
}

async function planBeta(context: BackendContext, survey: Survey, { map, dateFormat }: PlanOptions): Promise<Plan> {
  const mapped = readMap(map, [...Object.keys(betaTargets), "ignored"], survey.columns);
  const { chosen, free } = choose(betaTargets, survey, mapped);
  requireColumns(chosen, ["email", "name", "role", "reason"], survey);
  const order = await settleOrder(context, dated(chosen, ["created_at", "reviewed_at"]), dateFormat);
  const plan = { columns: chosen, order, now: context.clock() };
  return {
    read: (line, cells) => readApplication(line, cells, plan),
    described: [
      ...describeChosen(chosen, order),
      ...describeIgnored([...free, ...(mapped.columns.get("ignored") ?? [])]),
    ],
  };
}

/**
 * Decides how the lines of a file are read, asking on a terminal what cannot be told from the file.
 * @throws CliError `usage` when it cannot be decided.
 */
export const makePlan = (
  context: BackendContext,
  table: ImportTable,
  survey: Survey,
  options: PlanOptions,
  onSource: (source: ReadSource, text: string) => void,
): Promise<Plan> =>
  table === "waitlist" ? planWaitlist(context, survey, options, onSource) : planBeta(context, survey, options);
