import { CliError } from "../../../cli/errors.ts";
import type { Io } from "../../../cli/io.ts";
import type { Column } from "./survey.ts";
import { orderOf } from "../dates/order.ts";
import type { DateOrder } from "../dates/parse.ts";

/**
 * The order of day and month in a file's dates: as told, as proven by the columns, else asked for.
 * @throws CliError `usage` where it cannot be told and nobody can be asked.
 */
export async function settleOrder(
  { ask }: Pick<Io, "ask">,
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
  if (!ask) throw new CliError("usage", problem, { hint });
  const answer = (await ask(`${problem} Which comes first, the day (dmy) or the month (mdy)? `)).trim();
  if (answer !== "dmy" && answer !== "mdy") throw new CliError("usage", problem, { hint });
  return answer;
}
