import { tidyLine } from "../../../server/contract/characters.ts";
import { longestProof } from "../../../server/contract/limits.ts";
import { questionOf } from "../../../server/contract/questions.ts";
import { normalName } from "../../files/addresses.ts";
import { columnOfAnswers, keptId, questionOfColumn } from "../../files/answers.ts";
import { CliError } from "../../data/errors.ts";
import type { Prompts } from "../../cli/terminal/io.ts";
import { type Asking, some, textsOf } from "../../files/ask.ts";
import { chooseColumns, describe, readMap, settleOrder } from "../../files/choose.ts";
import { type Column, importedColumns, type Survey } from "../../files/columns.ts";
import { type DateOrder, dateShape, readDate, Refused } from "../../files/dates.ts";
import { settleMark } from "../../files/settleMark.ts";
import { isNo, isYes, meaningWords, statusKinds } from "../../files/statuses.ts";
import { judgeStatus, meaningsOfTools, readMeanings, settleStatus } from "../../files/statusColumns.ts";
import { suppressionListOf } from "../../files/suppressions.ts";
import { fieldReader, times } from "./fields.ts";
import { markOf, type Plan, type PlanOptions, reader } from "./rows.ts";

/** Decides how lines become people of the waitlist. @throws CliError `usage` when it cannot be decided. */
export async function planWaitlist(
  context: Asking & { prompts: Pick<Prompts, "choose" | "text"> | undefined; clock: () => Date },
  survey: Survey,
  { map = [], keep = [], meaning = [], dateFormat, yes, ...options }: PlanOptions,
): Promise<Plan> {
  const mark = markOf(options);
  const pairs = [...map, ...keep.map((header) => `kept=${header}`)];
  const mapped = readMap(pairs, [...importedColumns, ...statusKinds, "kept", "ignored"], survey.columns);
  const service = suppressionListOf(survey.columns);
  if (!mark && service && !mapped.has("email"))
    throw new CliError("usage", `This looks like a list of addresses that ${service} no longer mails.`, {
      hint: "Say what happened to these people: --bounced, --complained or --unsubscribed. If they subscribed, say so: --map email=HEADER",
    });
  const fields = importedColumns.filter((field) => field !== mark);
  const { chosen, free: others } = chooseColumns(fields, ["email"], survey, mapped);
  // Tags may say who unsubscribed.
  if (!mark && chosen.tags && !mapped.has("tags") && judgeStatus(chosen.tags)) {
    others.push(chosen.tags);
    delete chosen.tags;
  }
  // People who unsubscribed elsewhere are listed too; for every other mark only the address counts.
  const isListed = !mark || mark === "unsubscribed";
  if (!isListed) for (const field of fields) if (field !== "email") delete chosen[field];
  const asked = others.flatMap((column) => {
    const id = questionOfColumn(column.name);
    return id ? { column, id, question: questionOf(id) } : [];
  });
  const kept = (mapped.get("kept") ?? []).map(
    (column) => ({ column, id: keptId(column.name), question: { kind: "text" } }) as const,
  );
  const answered = isListed ? [...asked, ...kept] : [];
  const free = others.filter(({ name }) => !questionOfColumn(name));
  const now = context.clock();
  const signedUp = (column: Column) => void (chosen.created_at ??= column);
  const { columns: statusColumns, read: readStatus } = mark
    ? await settleMark(context, mark, { columns: survey.columns, free, mapped }, { meaning, now })
    : await settleStatus(context, free, mapped, survey, { meanings: meaningsIn(survey, meaning), now }, signedUp);
  const ofUnsubscribed = statusColumns.flatMap(({ kind, column }) => (kind === "unsubscribed" ? column : []));
  const order = await settleOrder(context, [...times.map((field) => chosen[field]), ...ofUnsubscribed], dateFormat);

  const ofConsent = statusColumns.some(({ kind }) => kind === "status" || kind === "consent");
  const tells = (chosen.confirmed_at?.filled ?? 0) > 0;
  const asks = !mark && !yes && (tells || ofConsent);
  const confirmedBy = options.confirmedBy ?? (asks ? await askProof(context.prompts) : undefined);
  // Other tools also fill such a column for single opt-in and imports. Our own exports are recognised by the share
  // code.
  const isProof = confirmedBy !== undefined || mapped.has("confirmed_at") || chosen.share_code !== undefined;

  /**
   * When a person confirmed elsewhere, if the file has them as active; in a file with a column of confirmations,
   * only people who have one.
   */
  function confirmedElsewhere(cells: readonly string[], row: Record<string, unknown>, pending: boolean): unknown {
    if (tells && !isYes(reader(chosen, cells)("confirmed_at"))) return row.confirmed_at;
    return row.confirmed_at ?? (pending ? undefined : (row.created_at ?? now.toISOString()));
  }

  /**
   * Since when a person has been unsubscribed: the date in the file, or now. They count as unsubscribed even if the
   * date is unreadable.
   */
  function sinceOf(texts: readonly string[]): string {
    const dates = texts.filter((text) => dateShape(text) && !isYes(text));
    return dates.map((text) => dateOrNone(text, order, now)).find(Boolean) ?? now.toISOString();
  }

  const named = (words: readonly string[]) =>
    isListed ? survey.columns.filter(({ name }) => words.includes(normalName(name))).slice(0, 1) : [];
  const names = chosen.name
    ? [chosen.name]
    : [
        ...named(["firstname", "vorname", "fname", "givenname"]),
        ...named(["lastname", "nachname", "lname", "surname"]),
      ];
  const leftOutTags = new Map<string, number>();
  const readRow = fieldReader(
    chosen,
    answered,
    order,
    now,
    (tag) => void leftOutTags.set(tag, (leftOutTags.get(tag) ?? 0) + 1),
    names,
  );
  const used = new Set([...statusColumns.map(({ column }) => column), ...Object.values(chosen), ...names]);
  const ignored = [...free.filter((column) => !used.has(column)), ...(mapped.get("ignored") ?? [])];
  const described = statusColumns.map(({ kind, column }) => {
    const words = kind === "status" && !column.manyValues ? ` (${some(column, 6)})` : "";
    return `${kind} ← ${column.name}${words}`;
  });
  const isListmonk =
    !mark &&
    survey.columns.some(({ name }) => normalName(name) === "uuid") &&
    statusColumns.some(({ column }) =>
      textsOf(column).every((text) => /^(?:enabled|disabled|blocklisted)$/iu.test(text)),
    );
  return {
    read(cells) {
      const row = readRow(cells);
      const said = readStatus(cells);
      if (!said) return undefined;
      const { status, withdrawn, pending, since } = said;
      if (!isProof) delete row.confirmed_at;
      if (confirmedBy !== undefined && status === "subscribed")
        row.confirmed_at = confirmedElsewhere(cells, row, pending);
      if (withdrawn) row.unsubscribed_at = sinceOf(since);
      if (status === "bounced" || status === "complained") row.suppress = status;
      return { key: row.email, status, withdrawn, row };
    },
    confirmedBy,
    leftOutTags,
    described: [
      ...describe(
        chosen,
        order,
        [
          ...described,
          ...answered.map(({ column, id }) => `${columnOfAnswers(id)} ← ${column.name}`),
          ...(chosen.name ? [] : names.map(({ name }) => `name ← ${name}`)),
        ],
        ignored,
      ),
      ...(isListmonk
        ? [
            'This looks like listmonk\'s export of subscribers, which does not contain who unsubscribed from a list. In listmonk, open those who are "unsubscribed" under Lists, export them, too, and run: npx prelaunch import waitlist unsubscribed.csv --unsubscribed --map ignored=status',
          ]
        : []),
    ],
  };
}

/** What the words of a file mean: as the operator says, or as the file's tool is known to use them. */
const meaningsIn = ({ columns }: Survey, meaning: readonly string[]) =>
  new Map([...meaningsOfTools(columns), ...readMeanings(meaning, meaningWords)]);

/** Asks how the people of a file confirmed elsewhere; undefined when nobody can be asked or the answer is empty. */
async function askProof(prompts: Pick<Prompts, "text"> | undefined): Promise<string | undefined> {
  const said = await prompts?.text(
    "Did these people confirm their address where they come from? Say by what, such as: Kit, double opt-in. It is kept as their proof of consent. Leave it empty if they did not.",
  );
  const proof = [...tidyLine(said ?? "")].slice(0, longestProof).join("");
  // The answer lacks one of its two halves.
  if (isYes(proof)) return askProof(prompts);
  return proof === "" || isNo(proof) ? undefined : proof;
}

/** A date of the file; undefined for one that cannot be taken. */
function dateOrNone(text: string, order: DateOrder | undefined, now: Date): string | undefined {
  try {
    return readDate("", text, order, now);
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}
