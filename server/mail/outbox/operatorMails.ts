import * as v from "valibot";
import { movementLines, standing, waveLines } from "../../contract/figures.ts";
import { replyWithinHours } from "../../contract/limits.ts";
import { launchFindings } from "../../launch/findings.ts";
import { type HostReport, launchReport } from "../../launch/launchReport.ts";
import { kindOf } from "../../lib/caught.ts";
import type { CallFunction } from "../../store/store.ts";
import { alertMail, type Digest, digestMail } from "../messages/operator.ts";

export interface OperatorMailsOptions {
  /** The operator's address; without it nobody is mailed. */
  email: string | undefined;
  call: CallFunction;
  /** Absent on a host that knows nothing more than the database. */
  host?: (() => Promise<HostReport>) | undefined;
  log?: ((line: string) => void) | undefined;
  clock?: () => Date;
}

/** The hour from which the digest of a day is sent, by the host's clock and zone. */
const morning = 7;

/** Queues the mails to the operator that are due; returns how many were added. It never rejects. */
export type QueueOperatorMails = () => Promise<number>;

/**
 * Reads the figures of a digest, one call after the other: each reads a million people within the time that a
 * hosted project gives a statement.
 */
async function readDigest(call: CallFunction): Promise<Digest> {
  const { waitlist } = v.parse(v.object({ waitlist: standing }), await call("stats_report", { bucket: "week" }));
  const movement = v.parse(movementLines, await call("movement_report", {}));
  return { waitlist, movement, waves: v.parse(waveLines, await call("wave_report", {})) };
}

/**
 * Makes the mails to the operator: the digest of each morning, and alerts. The database accepts each once a
 * day, or once for each pause of the list.
 */
export function createOperatorMails({
  email,
  call,
  host,
  log,
  clock = () => new Date(),
}: OperatorMailsOptions): QueueOperatorMails {
  let failing = false;
  const queue = async (to: string): Promise<number> => {
    const now = clock();
    const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
    const report = v.parse(launchReport, await call("launch_report", { reply_hours: replyWithinHours }));
    const findings = launchFindings(report, await host?.(), now);
    const mails: object[] = findings.flatMap(({ alert, ...finding }) =>
      alert === undefined
        ? []
        : [
            {
              kind: "operator-alert",
              at: alert.at,
              // Somebody had resumed a wave that then stopped itself again: the operator is told each time.
              parameters: { ...alertMail(finding), about: alert.about, day: alert.about === "wave" ? alert.at : day },
            },
          ],
    );
    if (now.getHours() >= morning && !v.parse(v.boolean(), await call("digest_queued", { day }))) {
      const digest = await readDigest(call);
      const text = digestMail(day, digest, report.applications, findings);
      mails.push({ kind: "operator-digest", parameters: { ...text, about: "digest", day } });
    }
    if (mails.length === 0) return 0;
    return v.parse(v.number(), await call("queue_operator_mails", { email: to, mails: JSON.stringify(mails) }));
  };
  return async () => {
    if (email === undefined) return 0;
    try {
      const queued = await queue(email);
      failing = false;
      return queued;
    } catch (error) {
      // A full disk takes no row either: then only this line and /health tell of it.
      if (!failing) log?.(`The operator cannot be mailed (${kindOf(error)}); it is tried again.`);
      failing = true;
      return 0;
    }
  };
}
