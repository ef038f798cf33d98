import type { Command } from "commander";
import { isRecord } from "../../server/contract/outcomes.ts";
import { count, minute } from "../../server/lib/amounts.ts";
import { examples } from "../cli/session/arguments.ts";
import { type BackendContext, type Host, onBackend, dataFolderOf } from "../cli/session/context.ts";
import { say, write } from "../cli/terminal/io.ts";
import { gap, widthsOf } from "../cli/terminal/table.ts";
import { printable, printableJson, wrap } from "../cli/terminal/terminalText.ts";
import { requireAddress } from "../files/addresses.ts";
import { readAbout } from "../operator/person.ts";
import { timelineOf } from "../operator/timeline.ts";

/** `prelaunch show`: what a person has the right to know. */
export function defineShow(program: Command, host: Host): void {
  program
    .command("show")
    .summary("show all data held about a person")
    .description(
      "Shows all data held about a person; as JSON, also in a pipe or a file, it is the answer to an access request.",
    )
    .argument("<email>", "the person's email address")
    .option("--json", "as JSON, also on a terminal")
    .addHelpText("after", examples("show ada@example.com", "show ada@example.com > ada.json"))
    .action((email: string, options: { json?: true }, command: Command) =>
      onBackend(host, command, (context) => showPerson(context, email, options)),
    );
}

/**
 * Writes all data about a person to stdout: as JSON, or on a terminal as a card.
 * @throws CliError `usage` when `address` is none, `unreachable`, `configuration`, `failed` or `interrupted`.
 */
async function showPerson(context: BackendContext, address: string, { json }: { json?: true }): Promise<void> {
  const email = requireAddress(address);
  const dataFolder = dataFolderOf(context);
  const about = await readAbout(context, { email, dataFolder });
  const { status, rows, suppressions, mails, size } = about;
  const isHeld = size + suppressions.length > 0;
  if (json || !context.outIsTerminal)
    await write(
      context.out,
      printableJson({ email, status, at: context.clock().toISOString(), rows, suppressions, mails }),
    );
  else if (isHeld) await write(context.out, card(context, email, about));
  if (!isHeld) say(context, "Nothing is held about this person.");
}

/** These columns of the waitlist are shown in the first line or in the history. */
const saidElsewhere = new Set(
  "id email email_hash created_at joined_at confirmed_at unsubscribed_at source invited_at invite_code redeemed_at answers".split(
    " ",
  ),
);

/** Shows the data about a person as text: the facts of the waitlist, the history, and everything else. */
function card(context: BackendContext, email: string, about: Awaited<ReturnType<typeof readAbout>>): string {
  const { status, place, rows, mails } = about;
  const [line = {}] = rows["waitlist"] ?? [];
  const answers = isRecord(line["answers"]) ? line["answers"] : {};
  const facts = Object.entries({ ...line, ...answers }).flatMap(([name, value]) => {
    const text = Array.isArray(value) ? value.join(", ") : String(value ?? "");
    return saidElsewhere.has(name) || ["", "false", "0"].includes(text) ? [] : [[name.replaceAll("_", " "), text]];
  });
  const history = timelineOf(about).map(({ at, event, detail }) => [
    minute(at),
    event.replaceAll(/[-_]/gu, " ") + (detail === null ? "" : `: ${detail}`),
  ]);
  const held = Object.entries({ ...rows, inbox_files: mails });
  const also = held.flatMap(([name, all]) => (all.length === 0 ? [] : [`${name.replaceAll("_", " ")} ${all.length}`]));
  return [
    `${printable(email, context)}  ${status ?? "not on the waitlist"}`,
    ...inLines(context, place === null ? facts : [["place", count(place)], ...facts]),
    "",
    ...inLines(context, history),
    "",
    ...wrap(`Held: ${also.join(", ")}.`, context.columns),
    `All of it: npx prelaunch show ${email} --json`,
    "",
  ].join("\n");
}

/** Makes rows of a name or a time and a text, which is broken at the terminal's width. */
function inLines(context: BackendContext, rows: readonly string[][]): string[] {
  const shown = rows.map((row) => row.map((text) => printable(text, context)));
  const [first = 0] = widthsOf(shown);
  const indent = first + gap;
  return shown.flatMap(([name = "", text = ""]) =>
    wrap(text, Math.max(context.columns - indent, 20)).map((part, n) => (n === 0 ? name : "").padEnd(indent) + part),
  );
}
