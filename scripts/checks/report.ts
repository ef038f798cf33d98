import { CliError } from "../cli/errors.ts";
import { type Io, write } from "../cli/io.ts";
import { table } from "../cli/table.ts";
import { glyphsFor, harmless, painter, printableJson } from "../cli/terminalText.ts";
import type { Finding } from "../../server/launch/finding.ts";

/** The output that findings are written to. */
type Reader = Pick<Io, "out" | "color" | "unicode">;

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

function asText({ color, unicode }: Reader, findings: readonly Finding[]): string {
  const glyphs = glyphsFor({ unicode });
  const paint = painter(color.out);
  const marks = {
    ok: paint("green", "ok"),
    unknown: paint("yellow", "unknown"),
    warning: paint("yellow", "warning"),
    wrong: paint("red", "WRONG"),
  };
  return table(
    findings.flatMap(({ check, level, message, remedy }) => [
      [marks[level], check, harmless(message)],
      ...(remedy === undefined ? [] : [["", "", paint("dim", `${glyphs.arrow} ${harmless(remedy)}`)]]),
    ]),
  );
}
