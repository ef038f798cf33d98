import { painter } from "../../cli/color.ts";
import { count } from "../../cli/amounts.ts";
import type { BackendContext } from "../../cli/context.ts";
import { glyphsFor } from "../../cli/glyphs.ts";
import { say, write } from "../../cli/io.ts";
import { table } from "../../cli/table.ts";
import { cells, cut, printable, printableJson } from "../../cli/terminalText.ts";
import { type Application, pagesOf, type Wanted } from "./applications.ts";
import { shortId, who } from "./describe.ts";
import { describeDue, timeLeft } from "./due.ts";
import { selected, type ApplicationFilter } from "./select.ts";

/** Options of `beta list`, as commander gives them. */
export interface ListOptions extends ApplicationFilter {
  limit: number;
  json?: true;
}

/** Width of a line that has room for the role too, in cells. */
const wide = 72;

/** As much of a name as stays however little room there is, in cells. */
const shortestName = 16;

/**
 * Lists applications on stdout, those that have waited longest first.
 * @throws CliError `usage`, `unreachable`, `configuration`, `interrupted`.
 */
export async function listApplications(
  context: BackendContext,
  { limit, json, ...selection }: ListOptions,
): Promise<void> {
  const now = context.clock();
  const applications = await firstOf(context, selected(selection, now), limit + 1);
  const shown = applications.slice(0, limit);
  if (json) {
    const rows = shown.map((one) => ({ ...one, ...hoursLeft(one, now) }));
    return write(context.out, printableJson(rows));
  }
  await write(context.out, linesOf(context, shown, now));
  if (shown.length === 0) say(context, "There are none.");
  const first = limit === 1 ? "is" : `${count(limit)} are`;
  if (applications.length > limit) say(context, `Only the first ${first} shown; --limit shows more.`);
}

/** The first applications, at least `enough` where there are so many; the statuses in their order. */
async function firstOf(context: BackendContext, statuses: readonly Wanted[], enough: number): Promise<Application[]> {
  const found: Application[] = [];
  for (const wanted of statuses)
    for await (const page of pagesOf(context, wanted, { most: enough - found.length })) {
      found.push(...page);
      if (found.length >= enough) return found;
    }
  return found;
}

const hoursLeft = (application: Application, now: Date) =>
  application.status === "pending" ? { hours_left: Math.round(timeLeft(application, now) / 360_000) / 10 } : {};

function linesOf(context: BackendContext, applications: readonly Application[], now: Date): string {
  const paint = painter(context.color.out);
  // In a file or a pipe nothing is cut off: `grep` has to find the address.
  const width = context.outIsTerminal ? context.columns : Infinity;
  const standing = (one: Application): string => {
    if (one.status !== "pending") return one.status;
    const due = describeDue(one, now);
    return timeLeft(one, now) < 0 ? paint("red", due) : due;
  };
  const rows = applications.map((one) => [shortId(one), standing(one), ...(width < wide ? [] : [one.role])]);
  const taken = Math.max(
    0,
    ...table(rows.map((row) => [...row, "."]))
      .split("\n")
      .map((line) => cells(line)),
  );
  const room = Math.max(width - taken + 1, 12);
  return table(applications.map((one, place) => [...(rows[place] ?? []), fitted(one, room, context)]));
}

/** The applicant in at most `room` cells. A long name leaves room for the address, by which two of them can be told apart. */
function fitted(one: Application, room: number, context: BackendContext): string {
  const { ellipsis } = glyphsFor(context);
  const excess = cells(who({ ...one, company: null }, context)) - room;
  const name = printable(one.name, context);
  const shorter = excess > 0 ? cut(name, Math.max(cells(name) - excess, shortestName), ellipsis) : name;
  return cut(who({ ...one, name: shorter }, context), room, ellipsis);
}
