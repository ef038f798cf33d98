import { counted } from "../../cli/amounts.ts";
import type { Context } from "../../cli/context.ts";
import { CliError } from "../../cli/errors.ts";
import { normalName } from "../../records/addresses.ts";
import type { Column, Survey } from "./survey.ts";
import type { Mapped } from "./columns.ts";
import {
  cellStandings,
  isDetail,
  isHarmless,
  isNo,
  isStanding,
  isUnmistakable,
  keyOf,
  kindByName,
  looksLikeStatus,
  type Meanings,
  type Standing,
  standings,
  type StatusKind,
  statusKinds,
} from "./words.ts";

/** A column that says who may be mailed. */
export interface StatusColumn {
  column: Column;
  kind: StatusKind;
  /** Whether any text in it counts, as in a column of reasons. */
  any: boolean;
}

type Asking = Pick<Context, "prompts">;

/** Most different values of a column that may be a status, and of one whose values do not repeat: in a short file everything is few. */
const few = 20;
const fewWithoutRepeating = 3;

/** How many values a question shows. */
const shown = 8;

/**
 * Reads `--meaning Word=standing`; an empty word means a blank cell.
 * @throws CliError `usage` for a standing that does not exist.
 */
export const readMeanings = (pairs: readonly string[]): Meanings =>
  new Map(
    pairs.map((pair) => {
      const at = pair.lastIndexOf("=");
      const standing = pair.slice(at + 1);
      if (at === -1 || !isStanding(standing))
        throw new CliError(
          "usage",
          `--meaning ${pair}: give a word and what it means, one of ${standings.join(", ")}: Paused=unsubscribed.`,
        );
      return [keyOf(pair.slice(0, at).trim()), standing];
    }),
  );

const textsOf = ({ values }: Column): string[] => [...values.values()].map(({ text }) => text);

/** Whether a column's values are dates, or few and alike, so that they may say who left. Numbers that are all different are not. */
function maySayWhoLeft(column: Column): boolean {
  const { filled, dates, addresses, uuids, values, manyValues } = column;
  if (dates * 2 > filled) return true;
  if (manyValues || values.size > few || (addresses + uuids) * 2 > filled) return false;
  if (values.size * 2 <= filled) return true;
  return (
    values.size <= fewWithoutRepeating && textsOf(column).some((text) => !/^\d{2,}$|^[2-9]$|^\d+[.,]\d+$/u.test(text))
  );
}

/** Whether all values are status words, of which one speaks against mailing: `active` and `cancelled`, say, in "State". */
function hasStatusWords(column: Column): boolean {
  const said = textsOf(column).map((text) => cellStandings("status", text, new Map()));
  return !column.manyValues && said.every(Boolean) && said.flat().some((standing) => standing !== "listed");
}

/** What a column is by its name, or by unmistakable words; `unclear` where it may say who left. */
function judge(column: Column): StatusKind | "unclear" | undefined {
  const kind = kindByName(column.name);
  if (kind) return kind;
  if (isHarmless(column.name) && /sms|phone|whatsapp/u.test(normalName(column.name))) return undefined;
  const words = textsOf(column).flatMap((text) => text.split(/[,;|]/u));
  if (words.some(isUnmistakable)) return hasStatusWords(column) ? "status" : "unclear";
  if (hasStatusWords(column) || looksLikeStatus(column.name)) return "unclear";
  return !isHarmless(column.name) && maySayWhoLeft(column) ? "unclear" : undefined;
}

const meaningOf: Record<StatusKind | "created_at" | "ignored", string> = {
  left: "who left: a date, a yes, a reason",
  consent: "who may be mailed: a yes or a no",
  status: "a status: words such as active, unsubscribed",
  bounced: "whose mail bounced",
  complained: "who reported mail as spam",
  created_at: "when people signed up",
  ignored: "none of these",
};
const answers = [...statusKinds, "created_at", "ignored"] as const;

async function askKind({ prompts }: Asking, column: Column): Promise<(typeof answers)[number]> {
  const { name, values, dates, filled } = column;
  const [first] = [...values.values()];
  const what = dates * 2 > filled ? "it holds dates" : `it has ${counted(values.size, "value")}`;
  const problem = `The column "${name}" is not understood, and may say who left: ${what}${first ? `, the first in line ${first.line}` : ""}.`;
  const some = textsOf(column).slice(0, shown).join(", ");
  const answer = await prompts?.choose(
    `${problem}\nWhat does it say (${some}${values.size > shown ? ", …" : ""})?`,
    answers.map((value) => ({ value, label: value, hint: meaningOf[value] })),
  );
  if (answer) return answer;
  throw new CliError("usage", problem, {
    hint: `Say what it is: --map left="${name}" for people who left (a date, a yes), --map consent="${name}" for a yes of those who may be mailed, --map status="${name}" for words, --map created_at="${name}" for when they signed up, or --map ignored="${name}".`,
  });
}

async function askMeaning(
  { prompts }: Asking,
  { column, kind }: StatusColumn,
  text: string,
  line: number,
): Promise<Standing> {
  const value = text === "" ? "A blank" : `"${text}"`;
  const problem = `The column "${column.name}" (${kind}) has a value that is not understood, in line ${line}: ${value}.`;
  const answer = await prompts?.choose(
    `${value} in the column "${column.name}" (line ${line}): what does it say of a person?`,
    standings.map((standing) => ({ value: standing, label: standing })),
  );
  if (answer) return answer;
  throw new CliError("usage", problem, {
    hint: `Say what it means: --meaning "${text}=unsubscribed" (or ${standings.filter((one) => one !== "unsubscribed").join(", ")}). If the column says nothing of this: --map ignored="${column.name}".`,
  });
}

/** Adds the meaning of each value that is not understood, by asking. */
async function settleMeanings(
  asking: Asking,
  status: StatusColumn,
  { rows }: Survey,
  meanings: Meanings,
): Promise<void> {
  const { column, kind, any } = status;
  for (const { text, line } of column.values.values())
    if (!cellStandings(kind, text, meanings, any))
      meanings.set(keyOf(text), await askMeaning(asking, status, text, line));
  // Beside a yes, a blank may be a no, or say that the question was not asked.
  const isYesOrBlank = kind === "consent" && column.filled < rows && column.dates === 0 && !textsOf(column).every(isNo);
  if (isYesOrBlank && !meanings.has("")) meanings.set("", await askMeaning(asking, status, "", column.blank ?? 0));
}

/**
 * Finds the columns that say who may be mailed, among those that are not used for anything else; on a terminal asks about what
 * is unclear. `signedUp` is told of a column that turns out to be the time of signing up.
 * @throws CliError `usage` where nobody can be asked: a guess might bring back people who left.
 */
export async function settleStatus(
  asking: Asking,
  free: readonly Column[],
  { columns: mapped, left }: Mapped,
  survey: Survey,
  meanings: Meanings,
  signedUp: (column: Column) => void,
): Promise<StatusColumn[]> {
  const settled: StatusColumn[] = [];
  const add = (column: Column, kind: StatusKind) =>
    settled.push({ column, kind, any: /reason|grund|raison|motivo/u.test(normalName(column.name)) });
  for (const kind of statusKinds) for (const column of mapped.get(kind) ?? []) add(column, kind);
  const unclear: Column[] = [];
  for (const column of free) {
    const kind = column.filled === 0 ? undefined : judge(column);
    if (kind === "unclear") unclear.push(column);
    else if (kind !== undefined && !left.has(kind)) add(column, kind);
  }
  for (const column of unclear) {
    if (isDetail(column.name) && settled.length > 0) continue;
    const kind = await askKind(asking, column);
    if (kind === "created_at") signedUp(column);
    else if (kind !== "ignored") add(column, kind);
  }
  for (const status of settled) await settleMeanings(asking, status, survey, meanings);
  return settled;
}

/** What listmonk's export of subscribers does not have: it says who is blocked, not who left a list. */
export function noteOnListmonk(status: readonly StatusColumn[], { columns }: Survey): string[] {
  const isListmonk =
    columns.some(({ name }) => normalName(name) === "uuid") &&
    status.some(
      ({ column }) =>
        column.filled > 0 && textsOf(column).every((text) => /^(?:enabled|disabled|blocklisted)$/iu.test(text)),
    );
  return isListmonk
    ? [
        'This looks like listmonk\'s export of subscribers, which does not contain who left a list. In listmonk, open those who are "unsubscribed" under Lists, export them, too, and run: npx prelaunch import waitlist unsubscribed.csv --left',
      ]
    : [];
}
