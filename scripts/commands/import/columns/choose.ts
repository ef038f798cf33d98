import { CliError } from "../../../cli/errors.ts";
import { normalName } from "./normalName.ts";
import type { Column } from "./survey.ts";
import type { Target } from "./targets.ts";

/** The column of the file that each of our columns comes from. */
export type Chosen<Name extends string> = Partial<Record<Name, Column>>;

const byNames = (columns: readonly Column[], names: readonly string[]): Column[] =>
  names.flatMap((name) => columns.filter((column) => normalName(column.name) === name));

function byName(columns: readonly Column[], { names, fits, namesOfDates = [] }: Target): Column | undefined {
  const sure = byNames(columns, names).find((column) => fits?.(column) ?? true);
  return sure ?? byNames(columns, namesOfDates).find(({ dates, filled }) => dates > 0 && dates * 2 > filled);
}

/** A column holds addresses when most of its filled cells do. */
const holdsAddresses = ({ addresses, filled }: Column): boolean => addresses * 2 > filled;

/**
 * The column of addresses, judged by its values; its name decides between several.
 * @throws CliError `usage` when several are possible.
 */
function chooseEmail(columns: readonly Column[], target: Target): Column | undefined {
  const named = byNames(columns, target.names);
  const holding = columns.filter(holdsAddresses);
  const both = named.find((column) => holding.includes(column));
  if (both) return both;
  if (holding.length > 1)
    throw new CliError("usage", `Several columns hold addresses: ${holding.map(({ name }) => name).join(", ")}.`, {
      hint: "Say which: --map email=HEADER",
    });
  return holding[0] ?? named[0];
}

/** Chooses a column for each target, none twice. `taken` are the ones that the operator has named. */
export function chooseColumns<Name extends string>(
  targets: Record<Name, Target>,
  names: readonly Name[],
  columns: readonly Column[],
  taken: Chosen<Name>,
  left: ReadonlySet<string>,
): Chosen<Name> {
  const chosen: Chosen<Name> = { ...taken };
  const free = () => columns.filter((column) => !Object.values(chosen).includes(column));
  for (const name of names) {
    if (chosen[name] || left.has(name)) continue;
    const column = name === "email" ? chooseEmail(free(), targets[name]) : byName(free(), targets[name]);
    if (column) chosen[name] = column;
  }
  return chosen;
}
