import { slugOf, sourceOfSlug } from "../../../server/contract/source.ts";
import type { BackendContext } from "../../cli/context.ts";
import { cellText, readAddress } from "../../records/addresses.ts";
import {
  type Chosen,
  chooseColumns,
  describeChosen,
  describeIgnored,
  readMap,
  settleOrder,
  waitlistTargets,
} from "./columns.ts";
import { type DateOrder, dateShape, parseDate } from "./dates.ts";
import { refuse, type Plan, type PlanOptions, readingWith } from "./plan.ts";
import { noteOnListmonk, readMeanings, settleStatus, type StatusColumn } from "./status.ts";
import { type Column, isUuid, type Survey } from "./survey.ts";
import {
  cellStandings,
  isNo,
  isYes,
  type Meanings,
  saysNothing,
  type Standing,
  statusKinds,
  stronger,
} from "./words.ts";

/** Most values of a status column that are shown. */
const shown = 6;

interface Settled {
  chosen: Chosen;
  status: readonly StatusColumn[];
  meanings: Meanings;
  order: DateOrder | undefined;
  now: Date;
  /** Whether the whole file is of people who left. */
  left: boolean;
}

/** The person's standing; whether and since when they withdrew consent, which a bounce does not, and hides no other that does. */
function readStanding(cells: readonly string[], { status, meanings, order, now, left }: Settled) {
  let standing: Standing = left ? "unsubscribed" : "listed";
  let withdrawn = left;
  let since: string | undefined;
  for (const { column, kind, any } of status) {
    const text = cellText(cells[column.index] ?? "");
    const said =
      cellStandings(kind, text, meanings, any) ?? refuse(`${column.name} has a value that is not understood.`);
    standing = said.reduce(stronger, standing);
    withdrawn ||= said.some((one) => one === "unsubscribed" || one === "complained");
    if (kind !== "left" || !dateShape(text) || isYes(text) || said.every((one) => one === "listed")) continue;
    const date = parseDate(text, order, now);
    // Who left has left, whatever the date is.
    if ("when" in date) since ??= date.when;
  }
  return { standing, withdrawn, since };
}

function readRow(
  cell: (name: string) => string,
  { chosen, order, now }: Settled,
): { email: string; row: Record<string, unknown> } {
  const address = readAddress(cell("email"));
  const email = "email" in address ? address.email : refuse(address.problem);
  const row: Record<string, unknown> = { email };
  for (const name of ["created_at", "confirmed_at"]) {
    const text = cell(name);
    if (saysNothing(text) || (name === "confirmed_at" && isYes(text))) continue;
    const date = parseDate(text, order, now);
    row[name] = "when" in date ? date.when : refuse(`${name} is ${date.problem}.`);
  }
  const source = cell("source");
  if (source !== "") row.source = sourceOfSlug(slugOf(source)) ?? null;
  const notified = cell("notified");
  if (chosen.notified)
    row.notified =
      isYes(notified) || (isNo(notified) || notified === "" ? false : refuse("notified is neither true nor false."));
  const id = cell("id");
  if (id !== "") row.id = isUuid(id) ? id.toLowerCase() : refuse("id is not a UUID.");
  return { email, row };
}

/** Decides how lines become people of the waitlist. @throws CliError `usage` when it cannot be decided. */
export async function planWaitlist(
  context: BackendContext,
  survey: Survey,
  { map = [], meaning = [], dateFormat, left }: PlanOptions,
): Promise<Plan> {
  const mapped = readMap(map, [...Object.keys(waitlistTargets), ...statusKinds, "ignored"], survey.columns);
  const { chosen, free } = chooseColumns(waitlistTargets, ["email"], survey, mapped);
  const meanings = readMeanings(meaning);
  const signedUp = (column: Column) => void (chosen.created_at ??= column);
  const status = left ? [] : await settleStatus(context, free, mapped, survey, meanings, signedUp);
  const ofDates = [
    chosen.created_at,
    chosen.confirmed_at,
    ...status.flatMap(({ kind, column }) => (kind === "left" ? column : [])),
  ];
  const order = await settleOrder(
    context,
    ofDates.flatMap((column) => column ?? []),
    dateFormat,
  );
  const settled: Settled = { chosen, status, meanings, order, now: context.clock(), left: left === true };
  const used = new Set([...status.map(({ column }) => column), ...Object.values(chosen)]);
  const words = ({ column, kind }: StatusColumn) => {
    const values = [...column.values.values()].map(({ text }) => text);
    return kind === "status" && !column.manyValues
      ? ` (${values.slice(0, shown).join(", ")}${values.length > shown ? ", …" : ""})`
      : "";
  };
  return {
    read: readingWith((cells) => {
      const { email, row } = readRow((name) => cellText(cells[chosen[name]?.index ?? -1] ?? ""), settled);
      const { standing, withdrawn, since } = readStanding(cells, settled);
      if (withdrawn) row.unsubscribed_at = since ?? settled.now.toISOString();
      if (standing === "bounced" || standing === "complained") row.suppress = standing;
      return { key: email, standing, withdrawn, row };
    }),
    described: [
      ...describeChosen(chosen, order),
      ...status.map((one) => `  ${one.kind} ← ${one.column.name}${words(one)}`),
      ...describeIgnored([...free.filter((column) => !used.has(column)), ...(mapped.columns.get("ignored") ?? [])]),
      ...noteOnListmonk(status, survey),
    ],
  };
}
