import { CliError } from "../../../cli/errors.ts";
import type { Column } from "./survey.ts";

/** What `--map` says: for each of our names the columns that it comes from, and the names that come from none. */
export interface Mapped {
  columns: Map<string, Column[]>;
  left: Set<string>;
}

/**
 * Reads `--map column=Header`; `column=` leaves a column out.
 * @param names all that may be mapped
 * @throws CliError `usage` for any other name, and for a header that the file does not have.
 */
export function readMap(pairs: readonly string[], names: readonly string[], columns: readonly Column[]): Mapped {
  const mapped: Mapped = { columns: new Map(), left: new Set() };
  for (const pair of pairs) {
    const [name = "", header = ""] = pair.split(/=(.*)/su);
    if (!names.includes(name))
      throw new CliError("usage", `--map ${pair}: there is no column "${name}". There are: ${names.join(", ")}`);
    const column = columns.find((one) => one.name === header);
    if (header === "") mapped.left.add(name);
    else if (!column)
      throw new CliError(
        "usage",
        `--map ${pair}: the file has no column "${header}". It has: ${columns.map((one) => one.name).join(", ")}`,
      );
    else mapped.columns.set(name, [...(mapped.columns.get(name) ?? []), column]);
  }
  return mapped;
}
