import { cells, glyphsFor, harmless, painter, printableJson, wrap } from "../cli/terminalText.ts";
import { CliError } from "../cli/errors.ts";
import { type Io, write } from "../cli/io.ts";
import { table } from "../cli/table.ts";
import type { Finding } from "./finding.ts";

/** The output that findings are written to. */
type Reader = Pick<Io, "out" | "outIsTerminal" | "color" | "columns" | "unicode">;

/**
 * Writes findings to stdout.
 * @throws CliError `failed` when one of them is `wrong`.
 */
export async function report(
  reader: Reader,
  findings: readonly Finding[],
  { json }: { json?: true } = {},
): Promise<void> {
  const problems = findings.filter(({ level }) => level === "wrong").length;
  await write(reader.out, json ? printableJson({ ok: problems === 0, findings }) : asText(reader, findings));
  if (problems > 0)
    throw new CliError("failed", problems === 1 ? "1 thing is wrong." : `${problems} things are wrong.`);
}

/** Narrowest column of messages that is comfortable to read, in cells. */
const leastMessage = 40;

function asText({ color, unicode, outIsTerminal, columns }: Reader, findings: readonly Finding[]): string {
  const glyphs = glyphsFor({ unicode });
  const paint = painter(color.out);
  const marks = {
    ok: paint("green", "ok"),
    unknown: paint("yellow", "unknown"),
    warning: paint("yellow", "warning"),
    wrong: paint("red", "WRONG"),
  };
  const widest = (texts: readonly string[]) => Math.max(0, ...texts.map(cells));
  const room = columns - widest(findings.map(({ level }) => level)) - widest(findings.map(({ check }) => check)) - 4;
  const lines = (message: string) => (outIsTerminal && room >= leastMessage ? wrap(message, room) : [message]);
  return table(
    findings.flatMap(({ check, level, message, remedy }) => {
      const [first = "", ...rest] = lines(harmless(message));
      // Remedies are not wrapped: they hold commands to copy.
      return [
        [marks[level], check, first],
        ...rest.map((line) => ["", "", line]),
        ...(remedy === undefined ? [] : [["", "", paint("dim", `${glyphs.arrow} ${harmless(remedy)}`)]]),
      ];
    }),
  );
}
