import { CliError } from "../../../cli/errors.ts";
import { type Asked, askOneOf } from "../../../cli/askOneOf.ts";
import type { Column } from "./survey.ts";
import { orderOf } from "../dates/order.ts";
import type { DateOrder } from "../dates/parse.ts";

/** The answers that may be typed, and the order that each stands for. */
const answers = new Map<string, DateOrder>([
  ["day", "dmy"],
  ["dmy", "dmy"],
  ["month", "mdy"],
  ["mdy", "mdy"],
]);

/**
 * The order of day and month in a file's dates: as told by the operator, else as the columns prove it, else as asked.
 * @throws CliError `usage` where it is unclear and nobody can be asked.
 */
export async function settleOrder(
  io: Asked,
  columns: readonly Column[],
  told: DateOrder | undefined,
): Promise<DateOrder | undefined> {
  if (told) return told;
  const order = orderOf(columns.map((column) => column.order));
  if (order !== "unclear") return order;
  const either = columns.find((column) => column.order.either !== undefined);
  const problem = either
    ? `The dates in "${either.name}" can be read two ways, such as ${either.order.either}.`
    : `The dates in ${columns.map(({ name }) => `"${name}"`).join(" and ")} are in both orders.`;
  const hint = "Say which number comes first: --date-format dmy (day) or --date-format mdy (month).";
  const answer = await askOneOf(io, `${problem} Which comes first, the day (dmy) or the month (mdy)? `, answers);
  if (answer === undefined) throw new CliError("usage", problem, { hint });
  return answer;
}
