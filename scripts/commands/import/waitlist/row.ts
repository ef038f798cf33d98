import { restore } from "../../../csv/neutralise.ts";
import { readAddress } from "../../../records/readAddress.ts";
import { readSource, type ReadSource } from "../cells/source.ts";
import { isUuid } from "../cells/uuid.ts";
import type { Chosen } from "../columns/choose.ts";
import type { waitlistTargets } from "../columns/targets.ts";
import { type DateOrder, parseDate } from "../dates/parse.ts";
import { dateShape } from "../dates/shape.ts";
import type { Entry } from "../../../records/entry.ts";
import { cellStandings, type Meanings, type StatusColumn } from "../status/read.ts";
import { type Standing, stronger, withdraws } from "../../../records/standing.ts";
import { isNo, isYes, saysNothing } from "../status/words.ts";

/** How the lines of a file become rows of the waitlist. */
export interface WaitlistPlan {
  columns: Chosen<keyof typeof waitlistTargets>;
  status: readonly StatusColumn[];
  meanings: Meanings;
  order: DateOrder | undefined;
  now: Date;
  /** Called with each source in the file. */
  onSource: (source: ReadSource, text: string) => void;
}

class Refusal extends Error {}
const refuse = (reason: string): never => {
  throw new Refusal(reason);
};

/** The person's standing, whether and since when they withdrew consent, where the file tells. */
function readStanding(
  cell: (index: number) => string,
  plan: WaitlistPlan,
): { standing: Standing; withdrawn: boolean; since: string | undefined } {
  let standing: Standing = "listed";
  let withdrawn = false;
  let since: string | undefined;
  for (const { index, kind } of plan.status) {
    const text = cell(index);
    const said = cellStandings(kind, text, plan.meanings) ?? refuse(`${kind} has an unknown value.`);
    standing = said.reduce(stronger, standing);
    withdrawn ||= said.some(withdraws);
    if (said.every((one) => one === "listed") || kind !== "unsubscribed_at" || !dateShape(text) || isYes(text))
      continue;
    const date = parseDate(text, plan.order, plan.now);
    since ??= "when" in date ? date.when : refuse(`unsubscribed_at is ${date.problem}.`);
  }
  return { standing, withdrawn, since };
}

function readColumns(
  cell: (name: keyof typeof waitlistTargets) => string,
  plan: WaitlistPlan,
): Record<string, unknown> {
  const { columns, order, now } = plan;
  const address = readAddress(cell("email"));
  const row: Record<string, unknown> = { email: "email" in address ? address.email : refuse(address.problem) };
  for (const name of ["created_at", "confirmed_at"] as const) {
    const text = cell(name);
    if (!columns[name] || saysNothing(text)) continue;
    const date = parseDate(text, order, now);
    row[name] = "when" in date ? date.when : refuse(`${name} is ${date.problem}.`);
  }
  const source = cell("source");
  if (source !== "") {
    const read = readSource(source);
    plan.onSource(read, source);
    row.source = read.source;
  }
  if (columns.notified) {
    const text = cell("notified");
    row.notified = isYes(text) || (isNo(text) || text === "" ? false : refuse("notified is neither true nor false."));
  }
  const id = cell("id");
  if (id !== "") row.id = isUuid(id) ? id.toLowerCase() : refuse("id is not a UUID.");
  return row;
}

/** Reads one line of the file; a string says why it cannot be taken. */
export function readPerson(line: number, cells: string[], plan: WaitlistPlan): Entry | string {
  const at = (index: number): string => restore((cells[index] ?? "").trim());
  try {
    const row = readColumns((name) => at(plan.columns[name]?.index ?? -1), plan);
    const { standing, withdrawn, since } = readStanding(at, plan);
    if (withdrawn) row.unsubscribed_at = since ?? plan.now.toISOString();
    if (standing === "bounced" || standing === "complained") row.suppress = standing;
    const id = typeof row.id === "string" ? { id: row.id } : {};
    return { line, cells, key: String(row.email), ...id, standing, ...(withdrawn ? { withdrawn } : {}), row };
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}
