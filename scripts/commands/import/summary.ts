import { count, counted } from "../../../server/lib/amounts.ts";
import { type Status, statuses } from "../../files/statuses.ts";
import type { Sending } from "./send.ts";

/** The numbers of a file's lines that the database does not report. */
interface Numbers {
  read: number;
  rejected: number;
  /** How many lines the option does not apply to, as the file's columns say. */
  leftOut: number;
  /** The lines of people who must not be mailed, and were not on the list. */
  strangers: readonly number[];
  /** Tags that could not be kept, and in how many lines each is. */
  leftOutTags: ReadonlyMap<string, number>;
  /** The number of imported lines by status. */
  by: Record<Status, number>;
}

/** How many lines one sentence names at most. */
const maxListed = 20;

export function summary({ read, rejected, leftOut, strangers, leftOutTags, by }: Numbers, sending: Sending): string[] {
  const { table, mark, sum, dryRun } = sending;
  const { added, confirmed: proven, unsubscribed, notified, released, suppressed } = sum;
  const reasons = Object.entries(suppressed);
  const keptOut = reasons.reduce((all, [, n]) => all + n, 0);
  const lost = statuses.filter((status) => status !== "subscribed" && by[status] > 0);
  const parts = [
    mark === "notified"
      ? `${count(notified)} ${dryRun ? "to mark" : "marked"} as notified`
      : `${count(added)} ${dryRun ? "to add" : "added"}`,
    ...(proven > 0 ? [`${count(proven)} listed already and ${dryRun ? "to confirm" : "confirmed"}`] : []),
    ...(unsubscribed > 0
      ? [`${count(unsubscribed)} listed already and ${dryRun ? "to unsubscribe" : "unsubscribed"}`]
      : []),
    ...(released > 0
      ? [`${count(released)} listed already and ${dryRun ? "to take" : "taken"} off the suppression list`]
      : []),
    ...(keptOut > 0
      ? [`${count(keptOut)} suppressed (${reasons.map(([reason, n]) => `${count(n)} ${reason}`).join(", ")})`]
      : []),
    ...(leftOut > 0 ? [`${count(leftOut)} left out by the file's columns`] : []),
    counted(read - rejected - leftOut - added - proven - unsubscribed - notified - released - keptOut, "duplicate"),
    `${count(rejected)} rejected`,
  ];
  return [
    `${counted(read, "line")}: ${parts.join(", ")}.`,
    ...(lost.length > 0
      ? [`According to the file: ${lost.map((status) => `${count(by[status])} ${status}`).join(", ")}.`]
      : []),
    ...(sum.tagged > 0
      ? [`${count(sum.tagged)} listed already ${dryRun ? "would get" : "got"} the tag ${sending.tag}.`]
      : []),
    ...(strangers.length > 0 && mark ? [strangersText(strangers)] : []),
    ...(leftOutTags.size > 0 ? [tagsText(leftOutTags)] : []),
    ...(keptOut > by.bounced + by.complained
      ? ["People on the suppression list are left out; --override-suppression imports them."]
      : []),
    ...(table === "waitlist" && added > 0 ? mailableText(sending) : []),
    ...(dryRun ? ["Nothing was written (--dry-run)."] : []),
  ];
}

/** Names the lines of people who were not on the list. They may be on it under another address. */
function strangersText(lines: readonly number[]): string {
  const others = lines.length > maxListed ? ` and ${count(lines.length - maxListed)} more` : "";
  const named = `${lines.length === 1 ? "line" : "lines"} ${lines.slice(0, maxListed).join(", ")}${others}`;
  return `${counted(lines.length, "person was", "people were")} not on the waitlist (${named}). No import lists them from now on.`;
}

/** Names the tags that could not be kept, except one with an @, which may be a person's address. */
function tagsText(tags: ReadonlyMap<string, number>): string {
  const named = [...tags].map(
    ([tag, lines]) => `${tag.includes("@") ? "an address" : tag} (${counted(lines, "line")})`,
  );
  const others = named.length > maxListed ? ` and ${count(named.length - maxListed)} more` : "";
  return `Tags without letters a to z and digits were left out: ${named.slice(0, maxListed).join(", ")}${others}.`;
}

const elsewhere = [
  "If they confirmed elsewhere, import the file again, and say by what:",
  '  --confirmed-by "Kit, double opt-in"',
];

/** How many of the added people mails to the list reach, and what to do about the others. */
function mailableText({ sum: { added, mailable, unconfirmed }, dryRun, confirmedBy }: Sending): string[] {
  const unsubscribed = added - mailable - unconfirmed;
  const parts = [
    `${count(mailable)} may be mailed`,
    `${count(unconfirmed)} ${unconfirmed === 1 ? "has" : "have"} not confirmed here`,
    ...(unsubscribed > 0 ? [`${count(unsubscribed)} unsubscribed`] : []),
  ];
  return [
    `${count(added)} ${dryRun ? "to add" : "added"}: ${parts.join(", ")}.`,
    ...(unconfirmed > 0
      ? [
          "Those get no mail to the list. Ask them to confirm: npx prelaunch notify confirm",
          ...(confirmedBy === undefined ? elsewhere : []),
        ]
      : []),
  ];
}
