import { isVisible, lengthOf, slugOf, sourceOfSlug, tidyLine, tidyProse } from "../../../server/contract/characters.ts";
import { limits, longestNote } from "../../../server/contract/limits.ts";
import { isInviteCode, readShareCode } from "../../../server/contract/shareCode.ts";
import type { Question } from "../../../server/contract/questions.ts";
import { columnWords } from "../../../server/supabase/schema.ts";
import { cellText, readTags } from "../../files/addresses.ts";
import { readAnswer, readDetails } from "../../files/answers.ts";
import { textsOf } from "../../files/ask.ts";
import type { Chosen } from "../../files/choose.ts";
import { type Column, isUuid } from "../../files/columns.ts";
import { type DateOrder, readDate, refuse } from "../../files/dates.ts";
import { isNo, isYes, saysNothing } from "../../files/statuses.ts";
import { readEmail, reader } from "./rows.ts";

/** The fields of a person that hold a time. */
export const times = ["created_at", "confirmed_at", "invited_at", "redeemed_at"] as const;
const isOfInvite = (field: (typeof times)[number]): boolean => field === "invited_at" || field === "redeemed_at";

const credits = columnWords.waitlist.sender_credit;

/** A note as it is stored; none for a blank one. @throws Refused */
function noteOf(text: string): string | null {
  const note = tidyProse(text);
  return lengthOf(note) <= longestNote ? note || null : refuse(`note has more than ${longestNote} characters.`);
}

/** The values that a line gives for a person, by columns of the waitlist. */
export type PersonRow = Record<string, unknown> & { email: string };

export interface Answered {
  column: Column;
  /** The id under which the answers are stored. */
  id: string;
  question: Question;
}

/**
 * Makes a reader of what a line says of a person, by the columns of the waitlist; `leftOut` is called with each tag
 * that cannot be kept. `names` are the columns that a name consists of.
 * @throws Refused (the reader), for a line that cannot be taken.
 */
export function fieldReader(
  chosen: Chosen,
  answered: readonly Answered[],
  order: DateOrder | undefined,
  now: Date,
  leftOut: (tag: string) => void,
  names: readonly Column[] = [],
): (cells: readonly string[]) => PersonRow {
  // Kit's tags are separated by commas, and have spaces in them.
  const isSpaced = chosen.tags !== undefined && !textsOf(chosen.tags).some((text) => /[,;|]/u.test(text));
  function readAnswers(cells: readonly string[]): Record<string, unknown> {
    const given = answered.flatMap(({ column, id, question }) => {
      const text = cellText(cells[column.index] ?? "");
      if (text === "") return [];
      const read = readAnswer(question, column.name, text);
      return "answer" in read ? [[id, read.answer] as const] : refuse(read.problem);
    });
    return Object.fromEntries(given);
  }

  return (cells) => {
    const cell = reader(chosen, cells);
    const row: PersonRow = { ...readDetails(cell), email: readEmail(cell("email")) };
    const invite = cell("invite_code");
    if (invite !== "") row.invite_code = isInviteCode(invite) ? invite : refuse("invite_code is not an invite code.");
    for (const field of times) {
      // Invite codes of other tools lead nowhere in the product.
      const text = isOfInvite(field) && invite === "" ? "" : cell(field);
      if (!saysNothing(text) && !isNo(text) && !(field === "confirmed_at" && isYes(text)))
        row[field] = readDate(field, text, order, now);
    }
    if (cell("source") !== "") row.source = sourceOfSlug(slugOf(cell("source"))) ?? null;
    if (!saysNothing(cell("tags"))) {
      const { tags, unusable } = readTags(cell("tags"), isSpaced);
      row.tags = tags;
      for (const tag of unusable) leftOut(tag);
    }
    const name = tidyLine(
      names
        .map(({ index }) => cellText(cells[index] ?? ""))
        .join(" ")
        .replaceAll(/ +/gu, " "),
    );
    // A longer name is left out.
    if (isVisible(name) && lengthOf(name) <= limits.name) row.name = name;
    if (chosen.note) row.note = noteOf(cell("note"));
    const notified = cell("notified");
    if (notified !== "" && !isYes(notified) && !isNo(notified)) refuse("notified is neither true nor false.");
    if (chosen.notified) row.notified = isYes(notified);
    for (const field of ["share_code", "referred_by"] as const)
      if (cell(field) !== "") row[field] = readShareCode(cell(field)) ?? refuse(`${field} is not a share code.`);
    if (cell("sender_credit") !== "")
      row.sender_credit =
        credits.find((one) => one === cell("sender_credit")) ??
        refuse(`sender_credit is not one of ${credits.join(", ")}.`);
    const friends = cell("friends");
    if (friends !== "")
      row.friends = /^\d{1,9}$/u.test(friends) ? Number(friends) : refuse("friends is not a whole number.");
    if (answered.length > 0) row.answers = readAnswers(cells);
    const id = cell("id");
    if (id !== "") row.id = isUuid(id) ? id.toLowerCase() : refuse("id is not a UUID.");
    return row;
  };
}
