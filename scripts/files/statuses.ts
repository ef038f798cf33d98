import { normalName } from "./addresses.ts";
import { dateShape, isAhead, isNoDate, list, mayBeDate } from "./dates.ts";

/**
 * The statuses that a file can give a person, from weak to strong. If a line says several things, the strongest
 * counts.
 */
export const statuses = ["subscribed", "unsubscribed", "bounced", "complained"] as const;
export type Status = (typeof statuses)[number];

export const stronger = (a: Status, b: Status): Status => (statuses.indexOf(a) >= statuses.indexOf(b) ? a : b);

// The words come from the thirteen tools (docs/import.md); the operator is asked about any other. People who never
// agreed (non-subscribed) may not be mailed.
const words: Record<Status, string[]> = {
  subscribed:
    list(`subscribed subscriber active enabled confirmed regular premium gifted free paid comped trialing optedin optin
    singleoptin doubleoptin explicit pending unconfirmed unactivated validating waiting softbounce softbounced angemeldet
    aktiv bestaetigt`),
  unsubscribed: list(`unsubscribed unsubscribe unsub optedout optout nolongersubscribed cancelled canceled disabled
    removed deleted archived suppressed usersuppressed manuallysuppressed manualsuppression manual
    blocklisted blacklisted blocked nonsubscribed notsubscribed neversubscribed transactional revoked withdrawn
    abgemeldet ausgetragen abbestellt inaktiv deaktiviert gesperrt`),
  bounced: list(
    "bounced bounce hardbounce hardbounced cleaned invalid invalidemail undeliverable malformed unzustellbar",
  ),
  complained: list(
    "complained complaint spam spamcomplaint spamreport markedasspam reportedspam junk abuse beschwerde",
  ),
};
/** Words of subscribed people who have not confirmed. */
const unconfirmedWords = new Set(list("pending unconfirmed unactivated validating waiting singleoptin"));

/** The meanings that the operator can give a word: a status, or subscribed but not confirmed. */
export const meaningWords = [...statuses, "pending"] as const;
export type Meaning = (typeof meaningWords)[number];

const statusOfWord = new Map(statuses.flatMap((status) => words[status].map((word) => [word, status] as const)));

const yes = new Set(list("yes y true t 1 x ja j wahr oui o si on checked"));
const no = new Set(list("no n false f 0 nein falsch non off unchecked"));
const nothing = /^(?:|-+|–|n\/?a|null|nil|none|never|nie|#n\/a|\[\])$/iu;

/** Whether a cell says yes, in English, German, French, Spanish or Italian, or by a tick. */
export const isYes = (text: string): boolean => yes.has(normalName(text)) || /^[✓✔☑✅]$/u.test(text);
/** Whether a cell says no, in the same languages or by a cross. */
export const isNo = (text: string): boolean => no.has(normalName(text)) || /^[✗✘☐❌]$/u.test(text);
/** Whether a cell is blank, or holds a placeholder of databases and spreadsheets for "no value" or "no date". */
export const saysNothing = (text: string): boolean => nothing.test(text) || isNoDate(text);

/**
 * The kinds of columns that say who may be mailed: a word; a yes for people who may be; or a yes, a date or a
 * reason for people who may not.
 */
export const statusKinds = ["status", "consent", "unsubscribed", "bounced", "complained"] as const;
export type StatusKind = (typeof statusKinds)[number];

/** The meanings that the operator gave to unknown words, by {@link keyOf}. The key "" is for a blank cell. */
export type Meanings = Map<string, Meaning>;
/** The key of a value in {@link Meanings}. Numbers and codes are not normalised: 5.5.0 is not 550. */
export const keyOf = (text: string): string => (/^[\d.]+$/u.test(text) ? text : normalName(text) || text);

/** Whether a cell says that a person has not confirmed their address. */
export const isUnconfirmed = (text: string, meanings: Meanings): boolean =>
  (meanings.get(keyOf(text)) ?? (unconfirmedWords.has(normalName(text)) ? "pending" : undefined)) === "pending";

/** The statuses that a text stands for, or undefined. A cell may have several, as Klaviyo writes its suppressions. */
export function statusesOfWords(text: string): Status[] | undefined {
  if (saysNothing(text)) return ["subscribed"];
  const parts = [text, ...text.split(/[,;|[\]"']+/u)].filter((part) => part.trim() !== "");
  const [whole, ...said] = parts.map((part) => statusOfWord.get(normalName(part)));
  if (whole) return [whole];
  const known = said.flatMap((status) => status ?? []);
  return known.length > 0 && known.length === said.length ? known : undefined;
}

/**
 * How cells are understood: by the meanings that the operator gave, and by the current time, as no mail can have
 * bounced in the future.
 */
export interface Understanding {
  meanings: Meanings;
  now: Date;
}

/**
 * Reads one cell of a column; undefined when it is not understood. A blank says nothing against a person, unless
 * the operator says so. In a column of reasons (`any`), any text except a no counts.
 */
export function statusesOfCell(
  kind: StatusKind,
  text: string,
  { meanings, now }: Understanding,
  any = false,
): Status[] | undefined {
  const given = meanings.get(keyOf(text));
  if (given !== undefined && (text !== "" || kind === "status" || kind === "consent"))
    return [given === "pending" ? "subscribed" : given];
  if (saysNothing(text)) return ["subscribed"];
  if (kind === "status") return statusesOfWords(text);
  if (kind === "consent") {
    if (isNo(text)) return ["unsubscribed"];
    return isYes(text) || dateShape(text) ? ["subscribed"] : statusesOfWords(text);
  }
  if (isNo(text) || statusOfWord.get(normalName(text)) === "subscribed") return ["subscribed"];
  // An unsubscription counts even with a date in the future.
  if (kind !== "unsubscribed" && isAhead(text, now)) return undefined;
  const said = any || isYes(text) || mayBeDate(text) ? [kind] : statusesOfWords(text);
  return said?.map((status) => stronger(kind, status));
}
