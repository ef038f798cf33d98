import { painter } from "../cli/color.ts";
import type { Context } from "../cli/context.ts";
import { CliError } from "../cli/errors.ts";
import { glyphsFor } from "../cli/glyphs.ts";
import { write } from "../cli/io.ts";
import { table } from "../cli/table.ts";
import type { Finding } from "./finding.ts";

/** How findings are written. */
export interface ReportOptions {
  json?: boolean | undefined;
  /** Folder or address of the site that was looked at, for `json`. */
  target?: string | undefined;
}

/**
 * Writes findings to stdout.
 * @throws CliError `failed` when one is that something is wrong.
 */
export async function report(
  context: Context,
  findings: readonly Finding[],
  { json, target }: ReportOptions = {},
): Promise<void> {
  const problems = findings.filter(({ level }) => level === "wrong").length;
  const answer = { ok: problems === 0, ...(target === undefined ? {} : { target }), findings };
  await write(context.out, json ? `${JSON.stringify(answer, null, 2)}\n` : asText(context, findings));
  if (problems > 0)
    throw new CliError("failed", problems === 1 ? "1 thing is wrong." : `${problems} things are wrong.`);
}

function asText({ color, unicode }: Context, findings: readonly Finding[]): string {
  const glyphs = glyphsFor({ unicode });
  const paint = painter(color.out);
  const marks = {
    ok: paint("green", "ok"),
    unknown: paint("yellow", "unknown"),
    warning: paint("yellow", "warning"),
    wrong: paint("red", "WRONG"),
  };
  return table(
    findings.flatMap(({ check, level, where, message, remedy }) => [
      [marks[level], check, where === undefined ? message : `${where}: ${message}`],
      ...(remedy === undefined ? [] : [["", "", paint("dim", `${glyphs.arrow} ${remedy}`)]]),
    ]),
  );
}
