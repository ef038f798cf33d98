import { keptDays } from "../../contract/limits.ts";
import { createJobs } from "../../jobs/jobs.ts";
import { type Loop, startLoop } from "../../lib/loop.ts";
import { cleanUpFailed } from "../../lib/prune.ts";
import { DeliveryError } from "../../mail/classify.ts";
import { startSender } from "../../mail/outbox/hosts.ts";
import type { SignInToken } from "../../mail/outbox/prepare.ts";
import type { SignInMailer } from "../../mail/signIn/signInMails.ts";
import { pruneInbox } from "../../mail/transports/inbox.ts";
import type { Transport } from "../../mail/transports/transport.ts";
import type { MailSettings } from "../../settings/hosts.ts";
import type { WebhookSettings } from "../../settings/webhook.ts";
import { createPostgresCalls } from "../../store/postgres.ts";
import type { Store } from "../../store/store.ts";
import type { EmbeddedKeys } from "../folder/keys.ts";
import type { Lite } from "../lite/lite.ts";
import { hostReport } from "./hostReport.ts";

interface StackMailOptions {
  settings: MailSettings;
  transport: Transport;
  signInMailer: SignInMailer;
  webhook: WebhookSettings | undefined;
  databaseUrl: string;
  dataFolder: string;
  siteUrl: string;
  keys: EmbeddedKeys;
  lite: Lite;
  store: Pick<Store, "hasApplied">;
  log?: ((line: string) => void) | undefined;
}

/** The jobs of an embedded stack. */
interface StackMail {
  /** Call it after adding a mail or an event, which is then sent at once. */
  wake(): void;
  /** Whether mails do not leave. */
  stands(): Promise<boolean>;
  stop(): Promise<void>;
}

/**
 * Sends an embedded stack's outbox and its events while it runs, mails the operator how the launch stands, and
 * erases expired records once a day.
 */
export function startStackMail(options: StackMailOptions): StackMail {
  const { signInMailer, databaseUrl, dataFolder, siteUrl, keys, lite, log } = options;
  const { origin: backendUrl } = new URL(siteUrl);
  const { call, close } = createPostgresCalls(databaseUrl, {
    name: "keelbook outbox",
    connections: 3,
    timeout: 30_000,
  });
  const signInToken = (email: string): Promise<SignInToken> =>
    signInMailer.tokenFor(email, async () => {
      const request = new Request(`${backendUrl}/auth/v1/otp`, {
        method: "POST",
        headers: { "content-type": "application/json", apikey: keys.secretKey },
        body: JSON.stringify({ email, create_user: true }),
      });
      const { ok, status } = await lite.fetch(request);
      if (!ok) throw new DeliveryError("refused", `sign_in_link_${status}`);
    });
  const running: Loop[] = [];
  const run = (part: Loop) => {
    running.push(part);
    return part.wake;
  };
  const jobs = createJobs(
    { ...options, backendUrl, secret: keys.secretKey, call, signInToken, report: () => hostReport(dataFolder), log },
    {
      sendMails: (sender) => run(startSender(sender)),
      tellEvents: (round) => run(startLoop(round, webhookInterval)),
    },
  );
  if (jobs.tellOperator) run(startLoop(jobs.tellOperator, operatorInterval));
  const stopCleaningUp = startDailyCleanUp(async () => {
    await jobs.prune();
    await pruneInbox(dataFolder, keptDays);
  }, log);
  return {
    wake: () => jobs.wake?.(),
    stands: jobs.stands,
    stop: async () => {
      stopCleaningUp();
      await Promise.all(running.map(({ stop }) => stop()));
      await close();
    },
  };
}

/** How often events are polled if `wake` is not called, in ms. */
const webhookInterval = 5000;

/** How often the stack checks whether there is something to tell the operator, in ms. */
const operatorInterval = 60_000;

const day = 86_400_000;

/**
 * Time from the start to the first clean-up, in ms. A machine may start with a clock that is ahead until NTP sets it, and what
 * is erased too early is lost.
 */
const settling = 15 * 60_000;

/**
 * Runs the clean-up a quarter of an hour after the start, then once a day. A failure is logged, unless the stop caused it.
 * @returns a function that stops it; a clean-up that has begun is not interrupted.
 */
export function startDailyCleanUp(prune: () => Promise<unknown>, log?: (line: string) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const wait = (ms: number) => (timer = setTimeout(sweep, ms));
  const sweep = () => {
    wait(day);
    prune().catch((error: unknown) => {
      if (timer) log?.(cleanUpFailed(error));
    });
  };
  wait(settling);
  return () => {
    clearTimeout(timer);
    timer = undefined;
  };
}
