import { CliError } from "../../../cli/errors.ts";
import { type DateOrder, orderName } from "../dates/parse.ts";
import { type Chosen, chooseColumns } from "./choose.ts";
import type { Mapped } from "./map.ts";
import type { Column, Survey } from "./survey.ts";
import type { Target } from "./targets.ts";

const keysOf = <Name extends string>(record: Record<Name, unknown>): Name[] =>
  // At run time the keys of an object literal are exactly its names; Object.keys is typed wider.
  Object.keys(record).filter((key): key is Name => key in record);

/** Chooses a column for each target: first as the operator mapped them, then by names and values. */
export function choose<Name extends string>(
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

/** Refuses a file that lacks a column. @throws CliError `usage` naming the first one that is missing. */
export function requireColumns<Name extends string>(
  chosen: Chosen<Name>,
  needed: readonly Name[],
  { columns }: Survey,
): void {
  const header = columns.flatMap(({ name }) => name || []).join(", ");
  for (const name of needed)
    if (!chosen[name])
      throw new CliError(
        "usage",
        `${String(name) === "email" ? "No column looks like e-mail addresses" : `No column looks like the ${name}`}. The file has: ${header}`,
        { hint: `Name it: --map ${name}=HEADER. If a title is above the names of the columns, delete it.` },
      );
}

/** The chosen columns of dates, which share one order of day and month. */
export const dated = <Name extends string>(chosen: Chosen<Name>, names: readonly Name[]): Column[] =>
  names.flatMap((name) => chosen[name] ?? []);

/** Describes the chosen columns: `email ← E-Mail` and the like. */
export function describeChosen(chosen: Chosen<string>, order: DateOrder | undefined): string[] {
  return Object.entries(chosen).flatMap(([name, column]) => {
    const { dmy = 0, mdy = 0, either } = column?.order ?? {};
    const ordered = order && name.endsWith("_at") && (either !== undefined || dmy + mdy > 0);
    return column ? [`  ${name} ← ${column.name}${ordered ? ` (${orderName[order]})` : ""}`] : [];
  });
}

/** The columns that are not imported, in a line. */
export function describeIgnored(columns: readonly Column[]): string[] {
  const names = columns.flatMap(({ name }) => name || []);
  return names.length > 0 ? [`  ignored: ${names.join(", ")}`] : [];
}
