import { CliError } from "../data/errors.ts";
import { type Asking, unanswered } from "./ask.ts";
import { byName, type Column, type Field, type Survey } from "./columns.ts";
import type { DateOrder } from "./dates.ts";

/** The columns that `--map` gives for each field; none for `field=`. */
export type Mapped = Map<string, Column[]>;

/**
 * Reads `--map column=Header`; `column=` leaves a column out.
 * @throws CliError `usage` for a name that is none of ours, and for a header that the file does not have.
 */
export function readMap(pairs: readonly string[], fields: readonly string[], columns: readonly Column[]): Mapped {
  const mapped: Mapped = new Map();
  for (const pair of pairs) {
    const [name = "", header = ""] = pair.split(/=(.*)/su);
    const column = columns.find((one) => one.name === header);
    if (!fields.some((field) => field === name))
      throw new CliError("usage", `--map ${pair}: there is no column "${name}". There are: ${fields.join(", ")}`);
    if (header !== "" && !column)
      throw new CliError(
        "usage",
        `--map ${pair}: the file has no column "${header}". It has: ${columns.map((one) => one.name).join(", ")}`,
      );
    mapped.set(name, [...(mapped.get(name) ?? []), ...(column ? [column] : [])]);
  }
  return mapped;
}

/** The column of the file that each field comes from. */
export type Chosen = Partial<Record<Field, Column>>;

/** @throws CliError `usage` where several columns hold addresses, and the name of none decides. */
function chooseEmail(columns: readonly Column[]): Column | undefined {
  const named = byName(columns, "email");
  const holding = columns.filter(({ addresses, filled }) => addresses * 2 > filled);
  const both = named.find((column) => holding.includes(column));
  if (!both && holding.length > 1)
    throw new CliError("usage", `Several columns hold addresses: ${holding.map(({ name }) => name).join(", ")}.`, {
      hint: "Say which: --map email=HEADER",
    });
  return both ?? holding[0] ?? named[0];
}

/**
 * Chooses a column for each field: as the operator mapped them, then by names and values.
 * @throws CliError `usage` where a column of `needed` is missing.
 */
export function chooseColumns(
  fields: readonly Field[],
  needed: readonly Field[],
  { columns }: Survey,
  mapped: Mapped,
): { chosen: Chosen; free: Column[] } {
  const chosen: Chosen = {};
  let free = columns.filter((column) => ![...mapped.values()].flat().includes(column));
  for (const field of fields) {
    // For people who confirmed as they signed up, one column holds both times.
    const both = field === "created_at" ? [...free, ...(mapped.get("confirmed_at") ?? [])] : free;
    const found = () => (field === "email" ? chooseEmail(free) : byName(both, field)[0]);
    const column = mapped.has(field) ? mapped.get(field)?.at(-1) : found();
    if (column) chosen[field] = column;
    free = free.filter((one) => one !== column);
  }
  const header = columns.flatMap(({ name }) => name || []).join(", ");
  for (const field of needed)
    if (!chosen[field])
      throw new CliError(
        "usage",
        `No column looks like ${field === "email" ? "email addresses" : `the ${field}`}. The file has: ${header}`,
        { hint: `Name it: --map ${field}=HEADER. If a title is above the names of the columns, delete it.` },
      );
  return { chosen, free };
}

/**
 * The order of day and month in a file's dates: as the operator says, or as its columns prove it.
 * @throws CliError `usage` where it is unclear and nobody can be asked.
 */
export async function settleOrder(
  asking: Asking,
  given: readonly (Column | undefined)[],
  asked: DateOrder | undefined,
): Promise<DateOrder | undefined> {
  const columns = given.flatMap((column) => column ?? []);
  const orders = [...new Set(columns.flatMap((column) => [...column.orders]))];
  const either = columns.find((column) => column.either !== undefined);
  if (asked || orders.length === 1 || (orders.length === 0 && !either)) return asked ?? orders[0];
  const problem =
    orders.length === 0 && either
      ? `The dates in "${either.name}" can be read two ways, as in line ${either.either}.`
      : `The dates in ${columns.map(({ name }) => `"${name}"`).join(" and ")} are in both orders.`;
  const answer = await asking.prompts?.choose(`${problem} Which comes first, the day or the month?`, [
    { value: "dmy", label: "day" },
    { value: "mdy", label: "month" },
  ]);
  if (answer) return answer;
  const hint = "Say which number comes first: --date-format dmy (day) or --date-format mdy (month).";
  return unanswered(asking, { problem, hint }, "dmy");
}

/** Describes what is imported, `email ← E-Mail` and the like, and what is ignored. */
export function describe(chosen: Chosen, order: DateOrder | undefined, status: string[], ignored: Column[]): string[] {
  const names = ignored.flatMap(({ name }) => name || []);
  const lines = Object.entries(chosen).map(([field, { name, either, orders }]) => {
    const read =
      order && (either !== undefined || orders.size > 0)
        ? ` (${order === "dmy" ? "day/month" : "month/day"}/year)`
        : "";
    return `${field} ← ${name}${field.endsWith("_at") ? read : ""}`;
  });
  const all = [...lines, ...status, ...(names.length > 0 ? [`ignored: ${names.join(", ")}`] : [])];
  return all.map((line) => `  ${line}`);
}
