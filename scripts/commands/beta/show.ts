import { replyWithin } from "../../../server/contract/reply.ts";
import { longSpan, minute } from "../../cli/amounts.ts";
import type { BackendContext } from "../../cli/context.ts";
import { glyphsFor, printable, printableJson, printableSpaced, wrap } from "../../cli/terminalText.ts";
import { write } from "../../cli/io.ts";
import { type Application, type ApplicationEvent, eachOf, eventsOf, findApplication, report } from "./applications.ts";

/** Widest line that is comfortable to read, in cells. */
const comfortable = 88;

type Terminal = Pick<BackendContext, "columns" | "unicode">;

/**
 * Shows applications in full, with their history, on stdout.
 * @throws CliError `usage`, `failed` when one of them does not exist, `unreachable`.
 */
export async function showApplications(
  context: BackendContext,
  ids: readonly string[],
  { json }: { json?: true },
): Promise<void> {
  const shown: (Application & { events: ApplicationEvent[] })[] = [];
  const failures = await eachOf(ids, String, async (id) => {
    const application = await findApplication(context, id);
    shown.push({ ...application, events: await eventsOf(context, application.id) });
  });
  const texts = shown.map((one) => describeApplication(one, one.events, context, context.clock()));
  await write(context.out, json ? printableJson(shown) : texts.join("\n"));
  report(context, failures, ids.length, "shown");
}

/** As much of an id as nearly always identifies it. */
export const shortId = ({ id }: Pick<Application, "id">): string => id.slice(0, 8);

/** The applicant in one line. A stranger typed all of it, so it is made printable. */
export const who = ({ name, email, company }: Application, terminal: Pick<Terminal, "unicode">): string =>
  printable(`${name} <${email}>${company === null ? "" : `, ${company}`}`, terminal);

/** Time left of the promised reply time, in ms; negative when it is over. */
export const timeLeft = ({ created_at: sent }: Pick<Application, "created_at">, now: Date): number =>
  Date.parse(sent) + replyWithin - now.getTime();

/** The same for a person: `12 h left`, `3 h late`. */
export const describeDue = (application: Pick<Application, "created_at">, now: Date): string => {
  const left = timeLeft(application, now);
  return left < 0 ? `${longSpan(-left)} late` : `${longSpan(left)} left`;
};

/** An application in lines that fit the terminal. */
export function describeApplication(
  application: Application,
  events: readonly ApplicationEvent[],
  terminal: Terminal,
  now: Date,
): string {
  const { id, role, status, created_at: sent, reason } = application;
  const width = Math.max(Math.min(terminal.columns, comfortable), 20);
  /** Text of several lines, as it was typed; a line that is broken keeps its indent. */
  const prose = (text: string) =>
    text.split("\n").flatMap((typed) => {
      const line = printableSpaced(typed, terminal);
      const [indent = ""] = /^ */u.exec(line) ?? [];
      const by = `  ${indent.slice(0, width / 4)}`;
      return wrap(line.trim(), width - by.length).map((part) => (by + part).trimEnd());
    });
  const standing = status === "pending" ? `pending, ${describeDue(application, now)}` : status;
  const lines = [
    id,
    ...wrap(who(application, terminal), width),
    ...wrap(`${role}, applied ${minute(sent)}, ${standing}`, width),
    "",
    ...prose(reason),
    ...(events.length === 0 ? [] : ["", ...events.flatMap((event) => prose(describeEvent(event, terminal)))]),
  ];
  return `${lines.join("\n")}\n`;
}

function describeEvent(
  { created_at: at, actor, from_status: from, to_status: to, note }: ApplicationEvent,
  terminal: Terminal,
): string {
  const { arrow } = glyphsFor(terminal);
  const change = from === null ? `received as ${to}` : from === to ? "note" : `${from} ${arrow} ${to}`;
  return `${minute(at)}  ${actor}  ${change}${note === null ? "" : `: ${note.replaceAll("\n", "\n  ")}`}`;
}
