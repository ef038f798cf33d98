import { count, share } from "../lib/amounts.ts";
import type { MailReport } from "./mailReport.ts";

/** Why the mails to the list are paused, in a sentence; undefined unless they are. */
export function pauseText({ paused, pause_reason: why, list }: MailReport): string | undefined {
  if (!paused) return undefined;
  if (why !== "bounces" && why !== "complaints") return "Mails to the list are paused by the operator.";
  const [n, did] = why === "bounces" ? [list.bounced, "bounced"] : [list.complained, "were reported as spam"];
  return `Mails to the list are paused, as ${count(n)} of ${count(list.sent)} ${did} (${share(n, list.sent)}).`;
}

/** A time of day, as it is shown. */
export const timeOf = (time: Date): string => `${time.toISOString().slice(11, 16)} UTC`;

/** That the rest of a wave waits, in a sentence; undefined unless it does. */
export const waitText = ({ waits_until: until }: MailReport): string | undefined =>
  until === null
    ? undefined
    : `The first 1,000 mails of this wave are sent; the others wait for bounces and complaints until ${timeOf(new Date(until))}.`;

/** How to resume mails to the list that are paused, after the words of {@link pauseText}. */
export const howToGoOn = "Once the cause is known (docs/mail.md), let them go on: npx prelaunch notify --resume";
