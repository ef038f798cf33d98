import type { DeliveryError, Transport } from "../transports/transport.ts";
import { createAttempts, type Outcome } from "./attempts.ts";
import { claimDue } from "./due.ts";
import type { Outbox } from "./outbox.ts";
import { createPace, type Pace } from "./pause.ts";
import { type MailSite, prepareMail } from "./prepare.ts";
import { createSettler } from "./settler.ts";
import { createTurns } from "./turns.ts";

/** Options of a drain. */
export interface DrainOptions {
  outbox: Outbox;
  transport: Transport;
  site: MailSite;
  /** Key from which the links' tokens are derived: the database's secret key, which every sender has. */
  secret: string;
  /** Most mails a second. */
  perSecond: number;
  /** Length of the lease on claimed mails, in seconds. */
  leaseSeconds?: number;
  /** Stops the drain after the mails that are being sent. */
  signal?: AbortSignal;
}

/** The result of a drain. `down` is set if the transport accepts no mail at the moment; the remaining mails wait. */
export interface Drained {
  sent: number;
  /** Mails that could not be prepared, or were not accepted, whether or not they are tried again. */
  failed: number;
  down?: DeliveryError;
}

/** How long a claimed mail belongs to its sender, in seconds; longer than two batches can take. */
export const defaultLease = 600;

const notTried: Outcome = { outcome: "released" };

/**
 * Sends due mails until there are none, the transport is down, or it is stopped. Any number of senders may work at the same
 * time: a claimed mail belongs to one sender until its lease ends.
 * @param pace keeps to `perSecond`; shared by the drains of one sender, each of which may send a single mail
 * @throws whatever the database throws; mails under way are settled first.
 */
export async function drain(options: DrainOptions, pace: Pace = createPace(options.perSecond)): Promise<Drained> {
  const { outbox, transport, site, secret, perSecond, leaseSeconds = defaultLease, signal } = options;
  const settle = createSettler(outbox);
  const newTurn = createTurns();
  const { attempt, down } = createAttempts(transport);
  let broken = false;
  const stopped = () => broken || down() !== undefined || signal?.aborted === true;
  let [sent, failed] = [0, 0];
  let workers = transport.concurrency;

  const work = async ({ mails, settled }: ReturnType<typeof claimDue>): Promise<void> => {
    for (;;) {
      const { value, done } = await mails.next();
      if (done) return;
      const { email, startBy, tokens } = value;
      const { id, attempt: nth, doubtful } = email;
      if (!stopped()) await pace(signal);
      const turn = newTurn();
      try {
        const outcome =
          stopped() || performance.now() > startBy
            ? notTried
            : await attempt(() => prepareMail(email, tokens, site), turn);
        if (outcome.outcome === "sent") sent++;
        else if (outcome.outcome !== "released") failed++;
        await settle({ id, attempt: nth, doubtful, ...outcome });
        if (outcome.outcome === "released" && outcome.code !== undefined && !stopped()) return void workers--;
      } finally {
        settled(id);
        turn.end();
      }
    }
  };
  // Where fewer connections are accepted than were opened, the mails of the others are due again.
  for (let before = 0; workers !== before && !stopped();) {
    before = workers;
    const due = claimDue({ outbox, transport, secret, leaseSeconds, perSecond }, stopped);
    const working = Array.from({ length: workers }, () =>
      work(due).catch((error: unknown) => {
        broken = true;
        throw error;
      }),
    );
    for (const outcome of await Promise.allSettled(working)) if (outcome.status === "rejected") throw outcome.reason;
  }
  const why = down();
  return { sent, failed, ...(why && { down: why }) };
}
