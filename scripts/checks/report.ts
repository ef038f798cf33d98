import { CliError } from "../data/errors.ts";
import { type Io, write } from "../cli/terminal/io.ts";
import { gap, table, widthsOf } from "../cli/terminal/table.ts";
import { fit, glyphsFor, harmless, painter, printableJson } from "../cli/terminal/terminalText.ts";
import type { Finding } from "../../server/launch/finding.ts";

/** The output that findings are written to. */
type Reader = Pick<Io, "out" | "color" | "unicode" | "outIsTerminal" | "columns">;

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

function asText({ color, unicode, outIsTerminal, columns }: Reader, findings: readonly Finding[]): string {
  const glyphs = glyphsFor({ unicode });
  const paint = painter(color.out);
  const marks = {
    ok: paint("green", "ok"),
    unknown: paint("yellow", "unknown"),
    warning: paint("yellow", "warning"),
    wrong: paint("red", "WRONG"),
  };
  const names = findings.map(({ check, level }) => [marks[level], check]);
  const taken = widthsOf(names).reduce((sum, width) => sum + width + gap, 0);
  // Lines are not broken in a file or a pipe, because `grep` has to find each line whole.
  const lines = (text: string) => (outIsTerminal ? fit(text, Math.max(columns - taken, 30)) : text).split("\n");
  return table(
    findings.flatMap(({ message, remedy }, place) => {
      const [first = "", ...others] = lines(harmless(message));
      const todo = remedy === undefined ? [] : lines(`${glyphs.arrow} ${harmless(remedy)}`);
      return [
        (names[place] ?? []).concat(first),
        ...others.map((line) => ["", "", line]),
        ...todo.map((line) => ["", "", paint("dim", line)]),
      ];
    }),
    widthsOf(names),
  );
}
