import { dateShape } from "../dates/shape.ts";
import { normalName } from "../columns/normalName.ts";
import { type Standing, stronger } from "../../../records/standing.ts";
import { isNo, isYes, saysNothing, wordStanding } from "./words.ts";

/**
 * How a column tells who may be mailed: by a status word, by a yes for people who may be mailed, or by a yes, a date or a
 * reason for people who unsubscribed, whose mail bounced, or who reported it as spam.
 */
export const statusKinds = ["status", "subscribed", "unsubscribed_at", "bounced", "complained"] as const;
/** One of the {@link statusKinds}. */
export type StatusKind = (typeof statusKinds)[number];

/** A column that says who may be mailed; `index` counts from 0. */
export interface StatusColumn {
  index: number;
  kind: StatusKind;
}

/** The operator's meanings of words that are not known here, by their normal form. */
export type Meanings = ReadonlyMap<string, Standing>;

/** A cell may have several words, as Klaviyo writes its suppressions. */
function wordsStandings(text: string): Standing[] | undefined {
  const whole = wordStanding(text);
  if (whole !== undefined) return [whole];
  const parts = text.split(/[,;|[\]"']+/u).filter((part) => part.trim() !== "");
  const standings = parts.flatMap((part) => wordStanding(part) ?? []);
  return parts.length > 0 && standings.length === parts.length ? standings : undefined;
}

/** The standings that one cell gives; undefined where it is not understood. A blank cell says nothing against a person. */
export function cellStandings(kind: StatusKind, text: string, meanings: Meanings): Standing[] | undefined {
  const word = normalName(text);
  const said = meanings.get(word);
  // A blank can be given a meaning only in a column where the other cells hold words.
  if (said !== undefined && (word !== "" || kind === "status" || kind === "subscribed")) return [said];
  if (saysNothing(text)) return ["listed"];
  if (kind === "status") return wordsStandings(text);
  if (kind === "subscribed") {
    if (isNo(text)) return ["unsubscribed"];
    return isYes(text) || dateShape(text) ? ["listed"] : wordsStandings(text);
  }
  if (isNo(text) || wordStanding(text) === "listed") return ["listed"];
  // A date, a yes or a reason: in a column of people who unsubscribed, bounced or complained, any value counts.
  const least = kind === "unsubscribed_at" ? "unsubscribed" : kind;
  return (wordsStandings(text) ?? [least]).map((standing) => stronger(least, standing));
}
