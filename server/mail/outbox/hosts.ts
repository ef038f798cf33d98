import { pause } from "./pause.ts";
import { createSender, type Round, type SenderOptions } from "./sender.ts";

/** How often a running sender looks into the outbox if `wake` is not called, in ms. */
const defaultInterval = 5000;

/** Longest wait at the end for mails that are being sent and for their results, in ms. */
const lastWait = 20_000;

/** Longest time that one request keeps a host busy, in ms; the remaining mails wait for the next request. */
const longestWork = 60_000;

/** A sender that runs until it is stopped. */
export interface RunningSender {
  /** Call it after adding a mail, which is then sent at once, unless the sender rests. */
  wake(): void;
  /** Stops it; mails that are being sent get some seconds to finish. */
  stop(): Promise<void>;
}

/** Says once that mails wait, and once that they go again: codes, never an address. */
function createReport(log: (line: string) => void) {
  let told = false;
  return {
    waits(why: string) {
      if (!told) log(`Mails wait: ${why}. They are tried again; npx prelaunch mail status says more.`);
      told = true;
    },
    goes() {
      if (told) log("Mails go out again.");
      told = false;
    },
  };
}

/** Starts a sender, which sends the mails in the outbox and those that are added. */
export function startSender({
  log = () => undefined,
  interval = defaultInterval,
  ...options
}: SenderOptions & { log?: ((line: string) => void) | undefined; interval?: number }): RunningSender {
  const send = createSender(options);
  const report = createReport(log);
  const end = new AbortController();
  let woken = new AbortController();

  const running = (async () => {
    await options.transport.start?.().catch(() => undefined);
    let databaseIsUp = true;
    while (!end.signal.aborted) {
      woken = new AbortController();
      const round = await send(end.signal).catch((): undefined => undefined);
      if (!round) report.waits("the database does not answer");
      else if (round.rest) report.waits(`${round.rest.why}, and the sender rests for some minutes`);
      else if (round.sent > 0 || !databaseIsUp) report.goes();
      databaseIsUp = round !== undefined;
      // While the sender rests, a new mail is no reason to try sooner.
      await pause(round?.rest?.ms ?? interval, round?.rest ? end.signal : woken.signal);
    }
  })();

  return {
    wake: () => woken.abort(),
    async stop() {
      end.abort();
      woken.abort();
      await options.transport.close();
      const over = new AbortController();
      await Promise.race([running, pause(lastWait, over.signal)]);
      // Otherwise the timer of `pause` keeps the process alive.
      over.abort();
    },
  };
}

/**
 * Sends due mails after an answer, on a host that only runs while it handles requests. If it is called again while it works,
 * it looks once more at the end.
 * @param keepAlive makes the host wait for the work, such as `EdgeRuntime.waitUntil`
 */
export function createBackgroundSender(
  options: SenderOptions,
  keepAlive: (work: Promise<void>) => void,
  log: (line: string) => void,
): () => void {
  const send = createSender(options);
  const report = createReport(log);
  let again = false;
  let running = false;
  const work = async (): Promise<void> => {
    const signal = AbortSignal.timeout(longestWork);
    try {
      while (again && !signal.aborted) {
        again = false;
        const { sent, rest }: Round = await send(signal);
        if (rest) report.waits(rest.why);
        else if (sent > 0) report.goes();
      }
    } catch {
      log("Mails wait: the database does not answer.");
    } finally {
      // At once after the last look at `again`: who asks in between would be told that it works, when it does no more.
      running = false;
    }
  };
  return () => {
    again = true;
    if (running) return;
    running = true;
    keepAlive(work());
  };
}
