import { normalName } from "./addresses.ts";
import type { Column } from "./columns.ts";
import { list } from "./dates.ts";
import type { Mark, MarkReading } from "./marks.ts";
import { meaningWords, statusesOfWords } from "./statuses.ts";

/** Columns of Mailgun's lists; nothing in them but that of bounces tells what the people did. */
const ofMailgun = new Set(list("address code error createdat tag tags"));

/** Whose list of addresses that must not be mailed a file is, by the names of its columns; undefined of any other file. */
export function suppressionListOf(columns: readonly Column[]): string | undefined {
  const names = columns.map(({ name }) => normalName(name));
  const has = (...wanted: string[]) => wanted.every((name) => names.includes(name));
  if (has("emailaddress", "reason", "lastupdatetime")) return "Amazon SES";
  if (has("suppressedemail") || has("suppressionreason", "origin")) return "Postmark";
  const isOfAddresses = columns.some(({ name, addresses }) => normalName(name) === "address" && addresses > 0);
  if (isOfAddresses && names.length > 1 && names.every((name) => ofMailgun.has(name))) return "Mailgun";
  // Beside the time of each the file says what it is.
  const isCleaned = names.some((name) => name.startsWith("cleancampaign")) && !has("cleantime");
  return isCleaned ? "Mailchimp" : undefined;
}

/** How a list that has a reason for each address is read: each mark means those of its own reason. */
export const suppressionReading = (mark: Mark): MarkReading => ({
  holds: `is on it as ${mark}`,
  meanings: meaningWords,
  kinds: ["status"],
  judge: ({ name }) => (/^(?:suppression)?reason$/u.test(normalName(name)) ? "status" : undefined),
  read: (_read, text) => statusesOfWords(text)?.some((status) => status === mark),
  strongest: true,
  expected: true,
});
