import type { BackendContext } from "../../../cli/context.ts";
import type { ReadSource } from "../cells/source.ts";
import { choose, dated, describeChosen, describeIgnored, requireColumns } from "../columns/assign.ts";
import { settleOrder } from "../columns/dateOrder.ts";
import { readMap } from "../columns/map.ts";
import type { Survey } from "../columns/survey.ts";
import { waitlistTargets } from "../columns/targets.ts";
import type { Plan, PlanOptions } from "../plan.ts";
import { readMeanings, settleStatus } from "../status/ask.ts";
import { chooseStatus } from "../status/choose.ts";
import { statusKinds } from "../status/read.ts";
import { readPerson } from "./row.ts";

/** How many values of a status column are shown. */
const shown = 6;

/** Decides how lines become people of the waitlist. @throws CliError `usage` when it cannot be decided. */
export async function planWaitlist(
  context: BackendContext,
  survey: Survey,
  { map = [], meaning = [], dateFormat }: PlanOptions,
  onSource: (source: ReadSource, text: string) => void,
): Promise<Plan> {
  const mapped = readMap(map, [...Object.keys(waitlistTargets), ...statusKinds, "ignored"], survey.columns);
  const { chosen, free } = choose(waitlistTargets, survey, mapped);
  requireColumns(chosen, ["email"], survey);
  const meanings = readMeanings(meaning);
  const choice = chooseStatus(free, mapped, survey.rows, meanings);
  const settled = await settleStatus(context, choice, survey.columns, survey.rows, meanings);
  const left = settled.columns
    .filter(({ kind }) => kind === "unsubscribed_at")
    .flatMap(({ index }) => survey.columns[index] ?? []);
  const order = await settleOrder(context, [...dated(chosen, ["created_at", "confirmed_at"]), ...left], dateFormat);
  const status = settled.columns.flatMap(({ index, kind }) => {
    const column = survey.columns[index];
    if (!column) return [];
    const values = [...column.values.values()];
    const few =
      column.manyValues || kind !== "status"
        ? ""
        : ` (${values.slice(0, shown).join(", ")}${values.length > shown ? ", …" : ""})`;
    return [`  ${kind} ← ${column.name}${few}`];
  });
  const used = new Set(settled.columns.map(({ index }) => index));
  const ignored = [...free.filter(({ index }) => !used.has(index)), ...(mapped.columns.get("ignored") ?? [])];
  const plan = {
    columns: chosen,
    status: settled.columns,
    meanings: settled.meanings,
    order,
    now: context.clock(),
    onSource,
  };
  return {
    read: (line, cells) => readPerson(line, cells, plan),
    described: [...describeChosen(chosen, order), ...status, ...describeIgnored(ignored)],
  };
}
