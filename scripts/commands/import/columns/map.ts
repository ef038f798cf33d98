import { CliError } from "../../../cli/errors.ts";
import type { Column } from "./survey.ts";

/** What `--map` said: for each name of ours the columns it comes from, and the names that come from none. */
export interface Mapped {
  columns: Map<string, Column[]>;
  left: Set<string>;
}

/**
 * Reads `--map column=Header`; `column=` leaves one out.
 * @param names that there are
 * @throws CliError `usage` for names there are not.
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
