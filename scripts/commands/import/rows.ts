import { cellText, readAddress } from "../../files/addresses.ts";
import type { Chosen } from "../../files/choose.ts";
import type { Field } from "../../files/columns.ts";
import { type DateOrder, refuse } from "../../files/dates.ts";
import { type Mark, marks } from "../../files/marks.ts";
import type { Status } from "../../files/statuses.ts";

/** The operator's options on how a file is read, among them what it says of everybody. */
export interface PlanOptions extends Partial<Record<Mark, true>> {
  map?: string[];
  /** The headers of columns whose texts are kept as answers. */
  keep?: string[];
  meaning?: string[];
  dateFormat?: DateOrder;
  /** How the people of the file confirmed elsewhere, as it was given on the command line. */
  confirmedBy?: string;
  yes?: true;
}

/** A line of a file, ready for the database. */
export interface Entry {
  /** The key of a line: the address, or an application's id. Lines with the same key are duplicates. */
  key: string;
  status: Status;
  /** Whether the person unsubscribed, with or without a bounce. */
  withdrawn: boolean;
  row: Record<string, unknown>;
}

/** The mark that an option gives to everybody in a file, if one does. */
export const markOf = (options: PlanOptions): Mark | undefined => marks.find((mark) => options[mark]);

/**
 * How each line is read, with a description for the operator: undefined for a line that an option does not mean.
 * @throws Refused in `read`, for a line that cannot be taken.
 */
export interface Plan {
  read(cells: readonly string[]): Entry | undefined;
  /** How people with a time of confirmation confirmed elsewhere, if that was said. */
  confirmedBy: string | undefined;
  described: string[];
  /** Tags that could not be kept so far, and in how many lines each is. */
  leftOutTags?: ReadonlyMap<string, number>;
}

/** Reads the cell of a field in a line; blank for a field that the file does not have. */
export const reader =
  (chosen: Chosen, cells: readonly string[]) =>
  (field: Field): string =>
    cellText(cells[chosen[field]?.index ?? -1] ?? "");

/** Reads an address. @throws Refused where it is none; `prefix` comes before the reason. */
export function readEmail(text: string, prefix = ""): string {
  const address = readAddress(text);
  return "email" in address ? address.email : refuse(prefix + address.problem);
}
