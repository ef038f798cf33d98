import type { BackendContext } from "../../cli/context.ts";
import type { ImportTable } from "../../records/importTables.ts";
import { planBeta } from "./beta/plan.ts";
import type { ReadSource } from "./cells/source.ts";
import type { Survey } from "./columns/survey.ts";
import type { Plan, PlanOptions } from "./plan.ts";
import { planWaitlist } from "./waitlist/plan.ts";

/**
 * Decides how the lines of a file are read; on a terminal, asks about what the file does not make clear.
 * @throws CliError `usage` when it cannot be decided.
 */
export const makePlan = (
  context: BackendContext,
  table: ImportTable,
  survey: Survey,
  options: PlanOptions,
  onSource: (source: ReadSource, text: string) => void,
): Promise<Plan> =>
  table === "waitlist" ? planWaitlist(context, survey, options, onSource) : planBeta(context, survey, options);
