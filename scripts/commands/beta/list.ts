import { count } from "../../cli/amounts.ts";
import { cells, cut, glyphsFor, painter, printable, printableJson } from "../../cli/terminalText.ts";
import type { BackendContext } from "../../cli/context.ts";
import { pages, pageSize } from "../../cli/data.ts";
import { say, write } from "../../cli/io.ts";
import { gap, table, widthsOf } from "../../cli/table.ts";
import { type Application, type ApplicationFilter, applicationsOf, selected, type Wanted } from "./applications.ts";
import { describeDue, shortId, timeLeft, who } from "./show.ts";

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
export async function listApplications(context: BackendContext, options: ListOptions): Promise<void> {
  const { limit, json, ...filter } = options;
  const now = context.clock();
  // One more than is shown, to know whether there are more.
  const found = await firstOf(context, selected(filter, now), limit + 1);
  const shown = found.slice(0, limit);
  const hoursLeft = (one: Application) =>
    one.status === "pending" ? { hours_left: Math.round(timeLeft(one, now) / 360_000) / 10 } : {};
  if (json) return write(context.out, printableJson(shown.map((one) => ({ ...one, ...hoursLeft(one) }))));
  await write(context.out, lines(context, shown, now));
  if (shown.length === 0) say(context, "There are none.");
  const first = limit === 1 ? "is" : `${count(limit)} are`;
  if (found.length > limit) say(context, `Only the first ${first} shown; --limit shows more.`);
}

/** The first applications, at most `most`; the statuses in their order. */
async function firstOf(context: BackendContext, statuses: readonly Wanted[], most: number): Promise<Application[]> {
  const found: Application[] = [];
  for (const wanted of statuses)
    for await (const page of pages(context.signal, (after) =>
      applicationsOf(context, wanted, after, Math.min(most, pageSize)),
    )) {
      found.push(...page);
      if (found.length >= most) return found.slice(0, most);
    }
  return found;
}

function lines(context: BackendContext, applications: readonly Application[], now: Date): string {
  const paint = painter(context.color.out);
  // In a file or a pipe nothing is cut off: `grep` has to find the address.
  const width = context.outIsTerminal ? context.columns : Infinity;
  const standing = (one: Application): string => {
    if (one.status !== "pending") return one.status;
    const due = describeDue(one, now);
    return timeLeft(one, now) < 0 ? paint("red", due) : due;
  };
  const rows = applications.map((one) => [shortId(one), standing(one), ...(width < wide ? [] : [one.role])]);
  const taken = widthsOf(rows).reduce((sum, column) => sum + column + gap, 0);
  const room = Math.max(width - taken, 12);
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
