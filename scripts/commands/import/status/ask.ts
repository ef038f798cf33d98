import { type Asked, askOneOf } from "../../../cli/askOneOf.ts";
import { CliError } from "../../../cli/errors.ts";
import type { Column } from "../columns/survey.ts";
import { normalName } from "../columns/normalName.ts";
import { isMarked, type StatusChoice, unknownValues } from "./choose.ts";
import { type Meanings, type StatusColumn, type StatusKind, statusKinds } from "./read.ts";
import { isStanding, type Standing, standings } from "../../../records/standing.ts";

/** How many of a column's values a message shows. */
const shown = 8;

const some = (values: readonly string[]): string =>
  values.slice(0, shown).join(", ") + (values.length > shown ? ", …" : "");

const oneOf = (names: readonly string[]): string => `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;

/**
 * Reads `--meaning Word=standing`; an empty word means a blank cell.
 * @throws CliError `usage` for a standing that does not exist.
 */
export function readMeanings(pairs: readonly string[]): Map<string, Standing> {
  return new Map(
    pairs.map((pair) => {
      const at = pair.lastIndexOf("=");
      const standing = pair.slice(at + 1);
      if (at === -1 || !isStanding(standing))
        throw new CliError("usage", `--meaning ${pair}: give a word and what it means: Paused=${oneOf(standings)}.`);
      return [normalName(pair.slice(0, at)), standing];
    }),
  );
}

async function askKind(io: Asked, column: Column, rows: number, meanings: Meanings): Promise<StatusKind | undefined> {
  const { name } = column;
  const values = some([...column.values.values()]);
  const marked = isMarked(column, rows);
  const problem = marked
    ? `The column "${name}" has only ${values} and blanks.`
    : unknownValues(column, "status", meanings).length === 0
      ? `The column "${name}" may say who may be mailed (${values}).`
      : `The column "${name}" looks like a status, but its values are unknown (${values}).`;
  const hint = marked
    ? `If a blank means nothing: --map subscribed="${name}" and --meaning =listed. If it means no: --meaning =unsubscribed. To leave the column out: --map ignored="${name}".`
    : `Say what it is: --map status="${name}" (or ${statusKinds.slice(1).join(", ")}), or --map ignored="${name}".`;
  const kinds = [...statusKinds, "ignored" as const];
  const answers = new Map(kinds.map((kind) => [kind, kind]));
  const answer = await askOneOf(io, `${problem}\nWhat is it: ${oneOf(kinds)}? `, answers);
  if (answer === undefined) throw new CliError("usage", problem, { hint });
  return answer === "ignored" ? undefined : answer;
}

async function askMeaning(io: Asked, column: Column, unknown: readonly string[], text: string): Promise<Standing> {
  const problem = `The column "${column.name}" has unknown values: ${some(unknown)}.`;
  const hint = `Say what each means: --meaning "${text}=unsubscribed" (${oneOf(standings)}).`;
  const question = `What does "${text}" mean in the column "${column.name}": ${oneOf(standings)}? `;
  const answer = await askOneOf(io, question, new Map(standings.map((standing) => [standing, standing])));
  if (answer === undefined) throw new CliError("usage", problem, { hint });
  return answer;
}

/**
 * Settles what is unclear about the columns that say who may be mailed, by asking on a terminal.
 * @throws CliError `usage` where nobody can be asked: a guess might bring back people who unsubscribed.
 */
export async function settleStatus(
  io: Asked,
  { columns, unclear }: StatusChoice,
  all: readonly Column[],
  rows: number,
  meanings: Meanings,
): Promise<{ columns: StatusColumn[]; meanings: Meanings }> {
  const settled = [...columns];
  const known = new Map(meanings);
  for (const column of unclear) {
    const kind = await askKind(io, column, rows, known);
    if (kind === undefined) continue;
    settled.push({ index: column.index, kind });
    if (kind === "subscribed" && isMarked(column, rows)) known.set("", await askMeaning(io, column, ["a blank"], ""));
  }
  for (const { index, kind } of settled) {
    const column = all[index];
    if (!column) continue;
    const unknown = unknownValues(column, kind, known);
    for (const text of unknown) known.set(normalName(text), await askMeaning(io, column, unknown, text));
  }
  return { columns: settled, meanings: known };
}
