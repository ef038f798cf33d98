import { detailsOf } from "../../../server/contract/beta.ts";
import { replyWithin } from "../../../server/contract/limits.ts";
import { count, longSpan, minute } from "../../../server/lib/amounts.ts";
import type { BackendContext } from "../../cli/session/context.ts";
import { say, write } from "../../cli/terminal/io.ts";
import { gap, table, widthsOf } from "../../cli/terminal/table.ts";
import {
  cut,
  glyphsFor,
  painter,
  printable,
  printableJson,
  printableSpaced,
  wrap,
} from "../../cli/terminal/terminalText.ts";
import { type Application, applicationsOf, eventsOf } from "../../operator/applications.ts";
import { type ChoiceOptions, chosen, findApplications } from "./choose.ts";

/** The length of a line that is still comfortable to read, in cells. */
const comfortable = 88;

/** Each line of the list leaves so many cells to the applicant, even on a narrow terminal. */
const leastRoom = 12;

export interface ListOptions extends ChoiceOptions {
  limit: number;
  json?: true;
}

/**
 * Lists applications on stdout, those that have waited longest first.
 * @throws CliError `usage`, `unreachable`, `configuration`, `interrupted`.
 */
export async function listApplications(context: BackendContext, options: ListOptions): Promise<void> {
  const { limit, json, ...filter } = options;
  const now = context.clock();
  // One more application than is shown is read, to know whether there are more.
  const most = limit + 1;
  const found: Application[] = [];
  for (const wanted of chosen(filter, now)) found.push(...(await applicationsOf(context, wanted, most)));
  const shown = found.slice(0, limit);
  if (json) return write(context.out, printableJson(shown));
  const paint = painter(context.color.out);
  const rows = shown.map((one) => {
    const due = describeDue(one, now);
    return [shortId(one), timeLeft(one, now) < 0 ? paint("red", due) : due, one.role];
  });
  const taken = widthsOf(rows).reduce((sum, width) => sum + width + gap, 0);
  // Output to a file or a pipe is never cut off, because `grep` has to find the address.
  const room = context.outIsTerminal ? Math.max(context.columns - taken, leastRoom) : Infinity;
  const { ellipsis } = glyphsFor(context);
  for (const [place, one] of shown.entries()) rows[place]?.push(cut(who(one, context), room, ellipsis));
  await write(context.out, table(rows));
  if (shown.length === 0) say(context, "There are none.");
  if (found.length > limit) say(context, `There are more than ${count(limit)}; --limit shows more.`);
}

/**
 * Shows applications in full, with their history, on stdout.
 * @throws CliError `usage`, `failed` when one of them does not exist, `unreachable`.
 */
export async function showApplications(
  context: BackendContext,
  ids: readonly string[],
  { json }: { json?: true },
): Promise<void> {
  const found = await findApplications(context, ids);
  if (json) {
    const full = found.map(async (one) => ({ ...one, events: await eventsOf(context, one.id) }));
    return write(context.out, printableJson(await Promise.all(full)));
  }
  const texts = found.map((one) => describeApplication(context, one));
  await write(context.out, (await Promise.all(texts)).join("\n"));
}

/** The first characters of an id, which nearly always identify it. */
export const shortId = ({ id }: Application): string => id.slice(0, 8);

/** The applicant in one line. A stranger typed all of it, so it is made printable. */
export const who = (application: Application, terminal: { unicode: boolean }): string => {
  const { name, email } = application;
  return printable([`${name} <${email}>`, ...detailsOf(application)].join(", "), terminal);
};

/** How much of the promised reply time is left, in ms; negative when it is over, infinite after a reply. */
const timeLeft = ({ created_at: sent, status }: Application, now: Date): number =>
  status === "pending" ? Date.parse(sent) + replyWithin - now.getTime() : Infinity;

/** Says in words when an answer is due, or what was decided: `12 h left`, `3 h late`. */
function describeDue(application: Application, now: Date): string {
  const left = timeLeft(application, now);
  if (left === Infinity) return application.status;
  return left < 0 ? `${longSpan(-left)} late` : `${longSpan(left)} left`;
}

/**
 * An application and its history in lines that fit the terminal.
 * @throws CliError as {@link eventsOf}.
 */
export async function describeApplication(context: BackendContext, application: Application): Promise<string> {
  const { id, role, status, created_at: sent, reason } = application;
  const { arrow } = glyphsFor(context);
  const width = Math.max(Math.min(context.columns, comfortable), 20);
  /** Shows a text as it was typed, with its line breaks; a line that is too long keeps its indent when it is broken. */
  const prose = (text: string) =>
    text.split("\n").flatMap((typed) => {
      const line = printableSpaced(typed, context);
      const [indent = ""] = /^ */u.exec(line) ?? [];
      const by = `  ${indent.slice(0, width / 4)}`;
      return wrap(line.trim(), width - by.length).map((part) => by + part);
    });
  const history = (await eventsOf(context, id)).flatMap(({ created_at: at, actor, from_status: from, ...event }) => {
    const to = event.to_status;
    const change = from === null ? `received as ${to}` : from === to ? "note" : `${from} ${arrow} ${to}`;
    return prose(`${minute(at)}  ${actor}  ${change}${event.note === null ? "" : `: ${event.note}`}`);
  });
  const due = describeDue(application, context.clock());
  const lines = [
    id,
    ...wrap(who(application, context), width),
    ...wrap(`${role}, applied ${minute(sent)}, ${status === "pending" ? `pending, ${due}` : due}`, width),
    "",
    ...prose(reason),
    ...(history.length === 0 ? [] : ["", ...history]),
  ];
  return `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}
