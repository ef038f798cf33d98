import { lengthOf, slugOf, sourceOfSlug, tidyLine, tidyProse } from "../../../server/contract/characters.ts";
import { longestNote, longestProof } from "../../../server/contract/limits.ts";
import { isInviteCode, readShareCode } from "../../../server/contract/shareCode.ts";
import { columnWords } from "../../../server/supabase/schema.ts";
import { cellText, normalName, readAddress, readTags } from "../../files/addresses.ts";
import { questionOfColumn, readAnswer, readDetails } from "../../files/answers.ts";
import type { Prompts } from "../../cli/io.ts";
import { some, textsOf } from "../../files/ask.ts";
import { type Chosen, chooseColumns, describe, readMap, settleOrder } from "../../files/choose.ts";
import { type Column, type Field, importedColumns, isUuid, type Survey } from "../../files/columns.ts";
import { type DateOrder, dateShape, readDate, refuse, Refused } from "../../files/dates.ts";
import {
  statusesOfCell,
  isNo,
  isUnconfirmed,
  isYes,
  saysNothing,
  type Status,
  statusKinds,
  stronger,
} from "../../files/statuses.ts";
import { judgeStatus, readMeanings, settleStatus } from "../../files/statusColumns.ts";

/** The operator's options on how a file is read. */
export interface PlanOptions {
  map?: string[];
  meaning?: string[];
  dateFormat?: DateOrder;
  unsubscribed?: boolean;
  /** By what people confirmed elsewhere, as the command line takes it. */
  confirmedBy?: string;
  yes?: true;
}

/** One line of a file, ready for the database. */
export interface Entry {
  /** Lines with the same key are duplicates: the address, or an application's id. */
  key: string;
  status: Status;
  /** Whether the person unsubscribed, be it beside a bounce. */
  withdrawn: boolean;
  row: Record<string, unknown>;
}

/** How each line is read, with a description for the operator. @throws Refused in `read`, for a line that cannot be taken. */
export interface Plan {
  read(cells: readonly string[]): Entry;
  /** By what people whose rows have a time of confirmation confirmed elsewhere, if that was said. */
  confirmedBy: string | undefined;
  described: string[];
}

/** Fields that hold a time. */
const times = ["created_at", "confirmed_at", "invited_at", "redeemed_at"] as const;
const isOfInvite = (field: (typeof times)[number]): boolean => field === "invited_at" || field === "redeemed_at";

const credits = columnWords.waitlist.sender_credit;

/** Reads the cell of a field in a line; blank for a field that the file does not have. */
export const reader =
  (chosen: Chosen, cells: readonly string[]) =>
  (field: Field): string =>
    cellText(cells[chosen[field]?.index ?? -1] ?? "");

/** A note as it is stored; none for a blank one. @throws Refused */
function noteOf(text: string): string | null {
  const note = tidyProse(text);
  return lengthOf(note) <= longestNote ? note || null : refuse(`note has more than ${longestNote} characters.`);
}

/** Reads an address. @throws Refused where it is none; `prefix` comes before the reason. */
export function readEmail(text: string, prefix = ""): string {
  const address = readAddress(text);
  return "email" in address ? address.email : refuse(prefix + address.problem);
}

/** Decides how lines become people of the waitlist. @throws CliError `usage` when it cannot be decided. */
export async function planWaitlist(
  context: { prompts: Pick<Prompts, "choose" | "text"> | undefined; clock: () => Date },
  survey: Survey,
  { map = [], meaning = [], dateFormat, unsubscribed: allUnsubscribed = false, yes, ...options }: PlanOptions,
): Promise<Plan> {
  const mapped = readMap(map, [...importedColumns, ...statusKinds, "ignored"], survey.columns);
  const { chosen, free: others } = chooseColumns(importedColumns, ["email"], survey, mapped);
  // Tags may say who unsubscribed.
  if (chosen.tags && !mapped.has("tags") && judgeStatus(chosen.tags)) {
    others.push(chosen.tags);
    delete chosen.tags;
  }
  // Kit's tags are separated by commas, and have spaces in them.
  const isSpaced = chosen.tags !== undefined && !textsOf(chosen.tags).some((text) => /[,;]/u.test(text));
  const answered = others.flatMap((column) => {
    const question = questionOfColumn(column.name);
    return question ? { column, question } : [];
  });
  const free = others.filter(({ name }) => !questionOfColumn(name));
  const now = context.clock();
  const understanding = { meanings: readMeanings(meaning), now };
  const signedUp = (column: Column) => void (chosen.created_at ??= column);
  const statusColumns = allUnsubscribed
    ? []
    : await settleStatus(context, free, mapped, survey, understanding, signedUp);
  const ofUnsubscribed = statusColumns.flatMap(({ kind, column }) => (kind === "unsubscribed" ? column : []));
  const order = await settleOrder(context, [...times.map((field) => chosen[field]), ...ofUnsubscribed], dateFormat);

  const ofConsent = statusColumns.some(({ kind }) => kind === "status" || kind === "consent");
  const tells = (chosen.confirmed_at?.filled ?? 0) > 0;
  const asks = !allUnsubscribed && !yes && (tells || ofConsent);
  const confirmedBy = options.confirmedBy ?? (asks ? await askProof(context.prompts) : undefined);
  // Other tools fill such a column for single opt-in and imports, too. Our own exports have the share code beside it.
  const isProof = confirmedBy !== undefined || mapped.has("confirmed_at") || chosen.share_code !== undefined;

  /** When somebody confirmed elsewhere whom the file has as active; with a column that tells who confirmed, only those. */
  function confirmedElsewhere(cells: readonly string[], row: Record<string, unknown>): unknown {
    if (tells && !isYes(reader(chosen, cells)("confirmed_at"))) return row.confirmed_at;
    const isPending = statusColumns.some(({ column }) => isUnconfirmed(cellText(cells[column.index] ?? "")));
    return row.confirmed_at ?? (isPending ? undefined : (row.created_at ?? now.toISOString()));
  }

  function readRow(cells: readonly string[]): { email: string; row: Record<string, unknown> } {
    const cell = reader(chosen, cells);
    const email = readEmail(cell("email"));
    const row: Record<string, unknown> = { ...readDetails(cell), email };
    const invite = cell("invite_code");
    if (invite !== "") row.invite_code = isInviteCode(invite) ? invite : refuse("invite_code is no invite code.");
    for (const field of times) {
      // Another tool's invitations led nowhere that we know of.
      const text = isOfInvite(field) && invite === "" ? "" : cell(field);
      if (!saysNothing(text) && !isNo(text) && !(field === "confirmed_at" && isYes(text)))
        row[field] = readDate(field, text, order, now);
    }
    if (cell("source") !== "") row.source = sourceOfSlug(slugOf(cell("source"))) ?? null;
    if (!saysNothing(cell("tags")))
      row.tags = readTags(cell("tags"), isSpaced) ?? refuse("tags has a word without letters a to z and digits.");
    if (chosen.note) row.note = noteOf(cell("note"));
    const notified = cell("notified");
    if (notified !== "" && !isYes(notified) && !isNo(notified)) refuse("notified is neither true nor false.");
    if (chosen.notified) row.notified = isYes(notified);
    for (const field of ["share_code", "referred_by"] as const)
      if (cell(field) !== "") row[field] = readShareCode(cell(field)) ?? refuse(`${field} is no share code.`);
    if (cell("sender_credit") !== "")
      row.sender_credit =
        credits.find((one) => one === cell("sender_credit")) ??
        refuse(`sender_credit is none of ${credits.join(", ")}.`);
    const erased = cell("erased_friends");
    if (erased !== "")
      row.erased_friends = /^\d{1,9}$/u.test(erased) ? Number(erased) : refuse("erased_friends is no whole number.");
    if (answered.length > 0) row.answers = readAnswers(cells);
    const id = cell("id");
    if (id !== "") row.id = isUuid(id) ? id.toLowerCase() : refuse("id is not a UUID.");
    return { email, row };
  }

  function readAnswers(cells: readonly string[]): Record<string, unknown> {
    const given = answered.flatMap(({ column, question }) => {
      const text = cellText(cells[column.index] ?? "");
      if (text === "") return [];
      const read = readAnswer(question, text);
      return "answer" in read ? [[question, read.answer] as const] : refuse(read.problem);
    });
    return Object.fromEntries(given);
  }

  /** The person's status; whether and since when they withdrew consent, which a bounce does not, and hides no other that does. */
  function readStatus(cells: readonly string[]) {
    let status: Status = allUnsubscribed ? "unsubscribed" : "subscribed";
    let withdrawn = allUnsubscribed;
    let since: string | undefined;
    for (const { column, kind, any } of statusColumns) {
      const text = cellText(cells[column.index] ?? "");
      const said =
        statusesOfCell(kind, text, understanding, any) ?? refuse(`${column.name} has a value that is not understood.`);
      status = said.reduce(stronger, status);
      withdrawn ||= said.some((one) => one === "unsubscribed" || one === "complained");
      if (kind === "unsubscribed" && dateShape(text) && !isYes(text) && said.some((one) => one !== "subscribed"))
        since ??= dateOrNone(text, order, now);
    }
    return { status, withdrawn, since };
  }

  const used = new Set([...statusColumns.map(({ column }) => column), ...Object.values(chosen)]);
  const ignored = [...free.filter((column) => !used.has(column)), ...(mapped.get("ignored") ?? [])];
  const described = statusColumns.map(({ kind, column }) => {
    const words = kind === "status" && !column.manyValues ? ` (${some(column, 6)})` : "";
    return `${kind} ← ${column.name}${words}`;
  });
  const isListmonk =
    survey.columns.some(({ name }) => normalName(name) === "uuid") &&
    statusColumns.some(({ column }) =>
      textsOf(column).every((text) => /^(?:enabled|disabled|blocklisted)$/iu.test(text)),
    );
  return {
    read(cells) {
      const { email, row } = readRow(cells);
      const { status, withdrawn, since } = readStatus(cells);
      if (!isProof) delete row.confirmed_at;
      if (confirmedBy !== undefined && status === "subscribed") row.confirmed_at = confirmedElsewhere(cells, row);
      if (withdrawn) row.unsubscribed_at = since ?? now.toISOString();
      if (status === "bounced" || status === "complained") row.suppress = status;
      return { key: email, status, withdrawn, row };
    },
    confirmedBy,
    described: [
      ...describe(
        chosen,
        order,
        [...described, ...answered.map(({ column: { name } }) => `${name} ← ${name}`)],
        ignored,
      ),
      ...(isListmonk
        ? [
            'This looks like listmonk\'s export of subscribers, which does not contain who unsubscribed from a list. In listmonk, open those who are "unsubscribed" under Lists, export them, too, and run: npx prelaunch import waitlist unsubscribed.csv --unsubscribed',
          ]
        : []),
    ],
  };
}

/** Asks by what the people of a file confirmed elsewhere; undefined where nobody can be asked, or nothing is said. */
async function askProof(prompts: Pick<Prompts, "text"> | undefined): Promise<string | undefined> {
  const said = await prompts?.text(
    "Did these people confirm their address where they come from? Say by what, such as: Kit, double opt-in. It is kept as their proof of consent. Leave it empty if they did not.",
  );
  const proof = [...tidyLine(said ?? "")].slice(0, longestProof).join("");
  // Half an answer.
  if (isYes(proof)) return askProof(prompts);
  return proof === "" || isNo(proof) ? undefined : proof;
}

/** Who unsubscribed has done so, whatever the date is. */
function dateOrNone(text: string, order: DateOrder | undefined, now: Date): string | undefined {
  try {
    return readDate("", text, order, now);
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}
