import { painter } from "../../cli/color.ts";
import { count } from "../../cli/amounts.ts";
import type { BackendContext } from "../../cli/context.ts";
import { failAdding } from "../../cli/errors.ts";
import { glyphsFor } from "../../cli/glyphs.ts";
import { say, write } from "../../cli/io.ts";
import { gap, table, widthsOf } from "../../cli/table.ts";
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
 * Lists applications on stdout, those that have waited longest first, page by page.
 * @throws CliError `usage`, `unreachable`, `configuration`, `interrupted`.
 */
export async function listApplications(
  context: BackendContext,
  { limit, json, ...selection }: ListOptions,
): Promise<void> {
  const now = context.clock();
  const list = json ? jsonList(now) : lineList(context, now);
  let shown = 0;
  let more = false;
  try {
    for await (const page of pagesOfAll(context, selected(selection, now), limit + 1)) {
      const some = page.slice(0, limit - shown);
      if (some.length > 0) await write(context.out, list.part(some));
      shown += some.length;
      more = some.length < page.length;
      if (more) break;
    }
  } catch (error) {
    if (shown === 0) throw error;
    // JSON stays without its end, so that no program takes a part for the whole.
    failAdding("The list on stdout is incomplete.")(error);
  }
  await write(context.out, list.end());
  if (json) return;
  if (shown === 0) say(context, "There are none.");
  const first = limit === 1 ? "is" : `${count(limit)} are`;
  if (more) say(context, `Only the first ${first} shown; --limit shows more.`);
}

/** Applications, at least `enough` where there are so many; the statuses in their order. */
async function* pagesOfAll(
  context: BackendContext,
  statuses: readonly Wanted[],
  enough: number,
): AsyncGenerator<Application[]> {
  let found = 0;
  for (const wanted of statuses)
    for await (const page of pagesOf(context, wanted, { most: enough - found })) {
      yield page;
      found += page.length;
      if (found >= enough) return;
    }
}

const hoursLeft = (application: Application, now: Date) =>
  application.status === "pending" ? { hours_left: Math.round(timeLeft(application, now) / 360_000) / 10 } : {};

/** A list that is written in parts. */
interface List {
  part(applications: readonly Application[]): string;
  end(): string;
}

const [opening, closing] = ["[\n", "\n]\n"];

function jsonList(now: Date): List {
  let before = opening;
  return {
    part(applications) {
      const array = printableJson(applications.map((one) => ({ ...one, ...hoursLeft(one, now) })));
      const part = `${before}${array.slice(opening.length, -closing.length)}`;
      before = ",\n";
      return part;
    },
    end: () => (before === opening ? printableJson([]) : closing),
  };
}

/** Lines in columns, which may become wider with a later part, and never narrower. */
function lineList(context: BackendContext, now: Date): List {
  const paint = painter(context.color.out);
  // In a file or a pipe nothing is cut off: `grep` has to find the address.
  const width = context.outIsTerminal ? context.columns : Infinity;
  const standing = (one: Application): string => {
    if (one.status !== "pending") return one.status;
    const due = describeDue(one, now);
    return timeLeft(one, now) < 0 ? paint("red", due) : due;
  };
  let widths: number[] = [];
  return {
    part(applications) {
      const rows = applications.map((one) => [shortId(one), standing(one), ...(width < wide ? [] : [one.role])]);
      widths = widthsOf(rows, widths);
      const taken = widths.reduce((sum, column) => sum + column + gap, 0);
      const room = Math.max(width - taken, 12);
      return table(
        applications.map((one, place) => [...(rows[place] ?? []), fitted(one, room, context)]),
        widths,
      );
    },
    end: () => "",
  };
}

/** The applicant in at most `room` cells. A long name leaves room for the address, by which two of them can be told apart. */
function fitted(one: Application, room: number, context: BackendContext): string {
  const { ellipsis } = glyphsFor(context);
  const excess = cells(who({ ...one, company: null }, context)) - room;
  const name = printable(one.name, context);
  const shorter = excess > 0 ? cut(name, Math.max(cells(name) - excess, shortestName), ellipsis) : name;
  return cut(who({ ...one, name: shorter }, context), room, ellipsis);
}
