import type { BackendContext } from "../../cli/context.ts";
import { minute } from "../../cli/amounts.ts";
import { glyphsFor } from "../../cli/glyphs.ts";
import { printable, printableSpaced, wrap } from "../../cli/terminalText.ts";
import type { Application, ApplicationEvent } from "./applications.ts";
import { describeDue } from "./due.ts";

/** Widest line that is comfortable to read, in cells. */
const comfortable = 88;

type Terminal = Pick<BackendContext, "columns" | "unicode">;

/** As much of an id as nearly always identifies it. */
export const shortId = ({ id }: Pick<Application, "id">): string => id.slice(0, 8);

/** The applicant in one line. A stranger typed all of it, so it is made printable. */
export const who = ({ name, email, company }: Application, terminal: Pick<Terminal, "unicode">): string =>
  printable(`${name} <${email}>${company === null ? "" : `, ${company}`}`, terminal);

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
) {
  const { arrow } = glyphsFor(terminal);
  const change = from === null ? `received as ${to}` : from === to ? "note" : `${from} ${arrow} ${to}`;
  return `${minute(at)}  ${actor}  ${change}${note === null ? "" : `: ${note.replaceAll("\n", "\n  ")}`}`;
}
