import type { Repeated } from "../../../server/embedded/backup/replaceDatabase.ts";
import { count, counted } from "../../cli/amounts.ts";

/** One line about the changes since the backup that were applied again; kinds without any are left out. */
export function repeatedText(repeated: Repeated): string {
  if ("unread" in repeated)
    return `Who left, was erased or told since the backup is as before it: the database before cannot be read (${repeated.unread}).`;
  const { erased, left, suppressed, sent, told } = repeated;
  const parts = [
    [erased, `${counted(erased, "person", "people")} erased`],
    [left, `${count(left)} left`],
    [suppressed, `${counted(suppressed, "address", "addresses")} suppressed`],
    [sent, `${counted(sent, "mail")} sent`],
    [told, `${counted(told, "announcement")} made`],
  ] as const;
  const done = parts.flatMap(([n, text]) => (n > 0 ? [text] : []));
  return done.length > 0
    ? `Noted again, as since the backup: ${done.join(", ")}.`
    : "Nobody was erased, left or was told since the backup.";
}
