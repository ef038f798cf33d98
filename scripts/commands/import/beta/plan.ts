import type { BackendContext } from "../../../cli/context.ts";
import { choose, dated, describeChosen, describeIgnored, requireColumns } from "../columns/assign.ts";
import { settleOrder } from "../columns/dateOrder.ts";
import { readMap } from "../columns/map.ts";
import type { Survey } from "../columns/survey.ts";
import { betaTargets } from "../columns/targets.ts";
import type { Plan, PlanOptions } from "../plan.ts";
import { readApplication } from "./row.ts";

/** Decides how lines become applications. @throws CliError `usage` when it cannot be decided. */
export async function planBeta(
  context: BackendContext,
  survey: Survey,
  { map = [], dateFormat }: Omit<PlanOptions, "meaning">,
): Promise<Plan> {
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
