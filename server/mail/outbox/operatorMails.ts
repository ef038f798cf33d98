import * as v from "valibot";
import { replyWithinHours } from "../../contract/limits.ts";
import { kindOf } from "../../lib/caught.ts";
import type { CallFunction } from "../../store/store.ts";
import { type Alert, alertForm, alertMail, digestForm, digestMail } from "../messages/operator.ts";

/** What a host alone knows: its alerts, and when the last backup was made, undefined if none is known. */
export interface HostReport {
  alerts: Alert[];
  lastBackup: Date | undefined;
}

/** Options of the mails to the operator. */
export interface OperatorMailsOptions {
  /** The operator's address; without it nobody is mailed. */
  email: string | undefined;
  call: CallFunction;
  /** Absent on a host that knows nothing more than the database. */
  host?: () => Promise<HostReport>;
  log?: ((line: string) => void) | undefined;
  clock?: () => Date;
}

/** The hour from which the digest of a day is sent, by the host's clock and zone. */
const morning = 7;

const report = v.object({ alerts: v.array(alertForm), digest: v.nullable(digestForm) });

/** Queues the mails to the operator that are due, also about what was just noticed; returns how many were added. It never rejects. */
export type QueueOperatorMails = (noticed?: Alert) => Promise<number>;

/** Makes the mails to the operator: the digest of each morning, and alerts. The database lets each in once a day, or at each pause of the list. */
export function createOperatorMails({
  email,
  call,
  host,
  log,
  clock = () => new Date(),
}: OperatorMailsOptions): QueueOperatorMails {
  let failing = false;
  const queue = async (to: string, noticed: Alert[]): Promise<number> => {
    const now = clock();
    const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
    const request = JSON.stringify({ day, digest: now.getHours() >= morning, reply_hours: replyWithinHours });
    const found = await host?.();
    const { alerts, digest } = v.parse(report, await call("operator_report", { request }));
    const mails: object[] = [...alerts, ...(found?.alerts ?? []), ...noticed].map((alert) => ({
      kind: "operator-alert",
      at: alert.at,
      // A wave that stopped itself had been let go on by somebody, who is told each time.
      parameters: { ...alertMail(alert), about: alert.alert, day: alert.alert === "wave" ? alert.at : day },
    }));
    if (digest) {
      const text = digestMail(day, digest, found && { last: found.lastBackup, now });
      mails.push({ kind: "operator-digest", parameters: { ...text, about: "digest", day } });
    }
    if (mails.length === 0) return 0;
    return v.parse(v.number(), await call("queue_operator_mails", { email: to, mails: JSON.stringify(mails) }));
  };
  return async (noticed) => {
    if (email === undefined) return 0;
    try {
      const queued = await queue(email, noticed ? [noticed] : []);
      failing = false;
      return queued;
    } catch (error) {
      // A full disk takes no row either: then this line is what is left, beside /health.
      if (!failing) log?.(`The operator cannot be mailed (${kindOf(error)}); it is tried again.`);
      failing = true;
      return 0;
    }
  };
}

/** The alert of a sender that rests. */
export const senderRests = (why: string): Alert => ({ alert: "sender", at: new Date().toISOString(), why });
