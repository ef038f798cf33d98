import { dateShape } from "../dates/shape.ts";
import { normalName } from "../columns/normalName.ts";
import { type Standing, stronger } from "../../../records/standing.ts";
import { isNo, isYes, saysNothing, wordStanding } from "./words.ts";

/**
 * How a column tells who may be mailed: in words, by a yes for who may, or by a yes, a date or a reason for who left,
 * whose mail came back, or who called it spam.
 */
export const statusKinds = ["status", "subscribed", "unsubscribed_at", "bounced", "complained"] as const;
/** One of the {@link statusKinds}. */
export type StatusKind = (typeof statusKinds)[number];

/** A column that says who may be mailed; `index` counts from 0. */
export interface StatusColumn {
  index: number;
  kind: StatusKind;
}

/** What the operator has said of words this does not know, by their normal form. */
export type Meanings = ReadonlyMap<string, Standing>;

/** Several at once, as Klaviyo writes its suppressions: the strongest counts. */
function wordsStanding(text: string): Standing | undefined {
  const whole = wordStanding(text);
  if (whole !== undefined) return whole;
  let strongest: Standing | undefined;
  for (const part of text.split(/[,;|[\]"']+/u)) {
    if (part.trim() === "") continue;
    const standing = wordStanding(part);
    if (standing === undefined) return undefined;
    strongest = stronger(standing, strongest ?? standing);
  }
  return strongest;
}

/** What one cell says, or undefined where it says something this does not know. Blank says nothing against a person. */
export function cellStanding(kind: StatusKind, text: string, meanings: Meanings): Standing | undefined {
  const word = normalName(text);
  const said = meanings.get(word);
  // A blank means something only where others have a word.
  if (said !== undefined && (word !== "" || kind === "status" || kind === "subscribed")) return said;
  if (saysNothing(text)) return "listed";
  if (kind === "status") return wordsStanding(text);
  if (kind === "subscribed") {
    if (isNo(text)) return "unsubscribed";
    return isYes(text) || dateShape(text) ? "listed" : wordsStanding(text);
  }
  if (isNo(text) || wordStanding(text) === "listed") return "listed";
  // A date, a yes or a reason: whatever stands in a column of those who left.
  const least = kind === "unsubscribed_at" ? "unsubscribed" : kind;
  return stronger(least, wordsStanding(text) ?? least);
}
