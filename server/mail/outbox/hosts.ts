import { createBackgroundJob, type Loop, type Round, startLoop } from "../../lib/loop.ts";
import { kindOf } from "../../lib/caught.ts";
import { deliveryHints } from "../../launch/deliveryHint.ts";
import { createSender, type SenderOptions } from "./sender.ts";
import type { QueueOperatorMails } from "./operatorMails.ts";

/** How often a running sender looks into the outbox if `wake` is not called, in ms. */
const defaultInterval = 5000;

/** Logs once that mails wait, for each cause, and once that they are sent again. It logs codes, never an address. */
function createReport(log: (line: string) => void) {
  let reported: "database" | "rest" | "limit" | undefined;
  return {
    failing(cause: NonNullable<typeof reported>, why: string) {
      if (reported !== cause) log(`Mails wait: ${why} They are tried again; npx prelaunch mail status says more.`);
      reported = cause;
    },
    recovered() {
      if (reported !== undefined) log("Mails go out again.");
      reported = undefined;
    },
  };
}

export interface HostSenderOptions extends Omit<SenderOptions, "onLimited"> {
  log?: ((line: string) => void) | undefined;
  /** Called once when the sender begins to rest. */
  queueOperatorMails?: QueueOperatorMails | undefined;
}

/** Sends what is due in each round. */
function createMailRound({ log = () => undefined, queueOperatorMails, ...options }: HostSenderOptions): Round {
  const report = createReport(log);
  /** The code of a rest that was reported already, as all senders have it. */
  let limitedBy = "";
  const send = createSender({
    ...options,
    onLimited: (seconds, code) => {
      limitedBy = code;
      report.failing("limit", [`${code}, and all senders rest for ${seconds} s.`, ...deliveryHints([code])].join(" "));
    },
  });
  let databaseIsUp = true;
  /** When the recorded rest ends, by `performance.now()`; 0 without one. */
  let restsUntil = 0;
  return async (signal) => {
    try {
      const { sent, rest, broken } = await send(signal);
      if (broken !== undefined)
        log(`Mails failed, as they cannot be made: ${broken}. npx prelaunch mail failed lists them.`);
      if (rest && rest.why !== limitedBy)
        report.failing(
          "rest",
          [`${rest.why}, and the sender rests for some minutes.`, ...deliveryHints([rest.why])].join(" "),
        );
      else if (!rest && (sent > 0 || !databaseIsUp)) report.recovered();
      // While the sender rests, each round returns the time that is left.
      const until = rest ? performance.now() + rest.ms : 0;
      if (rest && until > restsUntil + 1000) await options.outbox.noteRest(rest.ms / 1000, rest.why);
      if (rest && restsUntil === 0) await queueOperatorMails?.();
      restsUntil = until;
      databaseIsUp = true;
    } catch (error) {
      report.failing("database", `the database does not answer (${kindOf(error)}).`);
      databaseIsUp = false;
    }
  };
}

/**
 * Starts a sender, which sends the mails in the outbox. Those that are added are sent at once after `wake`,
 * unless the sender rests.
 */
export function startSender({
  interval = defaultInterval,
  ...options
}: HostSenderOptions & { interval?: number }): Loop {
  const round = createMailRound(options);
  const started = options.transport.start?.().catch(() => undefined);
  const loop = startLoop(async (signal) => {
    await started;
    await round(signal);
  }, interval);
  return {
    wake: loop.wake,
    async stop() {
      const stopped = loop.stop();
      await options.transport.close();
      await stopped;
    },
  };
}

/**
 * Most batches of a round there: a request to an edge function has 2 s of processor time
 * (https://supabase.com/docs/guides/functions/limits), and a batch takes some 30 ms to make and to send.
 */
const mostBatches = 50;

/** Sends due mails after an answer, on a host that only runs while it handles requests ({@link createBackgroundJob}). */
export const createBackgroundSender = (
  options: HostSenderOptions,
  keepAlive: (work: Promise<void>) => void,
): (() => void) => createBackgroundJob(createMailRound({ mostBatches, ...options }), keepAlive);
