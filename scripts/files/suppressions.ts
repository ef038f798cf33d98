import { normalName } from "./addresses.ts";
import type { Column } from "./columns.ts";
import { list } from "./dates.ts";
import type { Mark, MarkReading } from "./marks.ts";
import { meaningWords, statusesOfWords } from "./statuses.ts";

/** Columns of Mailgun's lists. Only the list of bounces has columns that tell what the people did. */
const ofMailgun = new Set(list("address code error createdat tag tags"));

/** Names the provider whose suppression list a file is, by the names of its columns; undefined for any other file. */
export function suppressionListOf(columns: readonly Column[]): string | undefined {
  const names = columns.map(({ name }) => normalName(name));
  const has = (...wanted: string[]) => wanted.every((name) => names.includes(name));
  if (has("emailaddress", "reason", "lastupdatetime")) return "Amazon SES";
  if (has("suppressedemail") || has("suppressionreason", "origin")) return "Postmark";
  const isOfAddresses = columns.some(({ name, addresses }) => normalName(name) === "address" && addresses > 0);
  if (isOfAddresses && names.length > 1 && names.every((name) => ofMailgun.has(name))) return "Mailgun";
  // A file that also has the time of each cleaning says itself what it is.
  const isCleaned = names.some((name) => name.startsWith("cleancampaign")) && !has("cleantime");
  return isCleaned ? "Mailchimp" : undefined;
}

/** How to read a list with a reason for each address: a mark applies to the addresses whose reason it is. */
export const suppressionReading = (mark: Mark): MarkReading => ({
  holds: `is on it as ${mark}`,
  meanings: meaningWords,
  kinds: ["status"],
  judge: ({ name }) => (/^(?:suppression)?reason$/u.test(normalName(name)) ? "status" : undefined),
  read: (_read, text) => statusesOfWords(text)?.some((status) => status === mark),
  strongest: true,
  expected: true,
});
