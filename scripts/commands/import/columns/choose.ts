import { CliError } from "../../../cli/errors.ts";
import { normalName } from "./normalName.ts";
import type { Column } from "./survey.ts";
import type { Target } from "./targets.ts";

/** Which column of the file each of ours comes from. */
export type Chosen<Name extends string> = Partial<Record<Name, Column>>;

const byNames = (columns: readonly Column[], names: readonly string[]): Column[] =>
  names.flatMap((name) => columns.filter((column) => normalName(column.name) === name));

function byName(columns: readonly Column[], { names, fits, namesOfDates = [] }: Target): Column | undefined {
  const sure = byNames(columns, names).find((column) => fits?.(column) ?? true);
  return sure ?? byNames(columns, namesOfDates).find(({ dates, filled }) => dates > 0 && dates * 2 > filled);
}

/** A column is one of addresses when most of its cells are. */
const holdsAddresses = ({ addresses, filled }: Column): boolean => addresses * 2 > filled;

/**
 * The column of addresses, by what is in it; its name decides between several.
 * @throws CliError `usage` when several could be meant.
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

/** Chooses a column for each target, none twice. `taken` are those that the operator has named. */
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
