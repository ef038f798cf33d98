import type { Repeated } from "../../../server/embedded/backup/replaceDatabase.ts";
import { count, counted } from "../../cli/amounts.ts";

/** What is said where there was no former database, as on another machine: nothing else there tells of it. */
export const nothingRepeated =
  "The folder had no database that would tell what happened since the backup: people who were erased, unsubscribed, bounced, complained or were told of the launch since then are as before it. Before any mail is sent, repeat what you know of: npx prelaunch erase, unsubscribe, mail bounces, notified.";

/** One line about the changes since the backup that were applied again; kinds without any are left out. */
export function repeatedText(repeated: Repeated): string {
  if ("unread" in repeated)
    return `People who unsubscribed, were erased or were told since the backup are as before it: the former database cannot be read (${repeated.unread}).`;
  const { erased, applications, left, suppressed, sent, told } = repeated;
  const parts = [
    [erased, `${counted(erased, "person", "people")} erased`],
    [applications, `${counted(applications, "application")} erased`],
    [left, `${count(left)} unsubscribed`],
    [suppressed, `${counted(suppressed, "address", "addresses")} suppressed`],
    [sent, `${counted(sent, "mail")} sent`],
    [told, `${counted(told, "announcement")} made`],
  ] as const;
  const done = parts.flatMap(([n, text]) => (n > 0 ? [text] : []));
  return done.length > 0
    ? `Applied again, as it happened since the backup: ${done.join(", ")}.`
    : "Nobody was erased, unsubscribed or told since the backup.";
}
