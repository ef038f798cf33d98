import { formsBasePath } from "../contract/outcomes.ts";
import type { HostReport } from "../launch/launchReport.ts";
import { createMailHealth } from "../launch/mailHealth.ts";
import type { Round } from "../lib/loop.ts";
import { pruneRecords } from "../lib/prune.ts";
import type { HostSenderOptions } from "../mail/outbox/hosts.ts";
import { createOperatorMails } from "../mail/outbox/operatorMails.ts";
import { createOutbox } from "../mail/outbox/outbox.ts";
import { adminSignInTokens, forApplicants, type MailSite } from "../mail/outbox/prepare.ts";
import type { SenderOptions } from "../mail/outbox/sender.ts";
import type { Transport } from "../mail/transports/transport.ts";
import type { MailSettings } from "../settings/hosts.ts";
import type { WebhookSettings } from "../settings/webhook.ts";
import type { CallFunction, Store } from "../store/store.ts";
import { createSupabaseCalls, createSupabaseStore } from "../store/supabase.ts";
import type { Supabase } from "../supabase/client.ts";
import { createWebhookRound } from "../webhook/deliver.ts";
import { createWebhookQueue } from "../webhook/queue.ts";

/** The database of a sender, however it is called, and its auth service. */
interface MailDatabase {
  call: CallFunction;
  store: Pick<Store, "hasApplied">;
  /** Gets a sign-in link for any person from the auth service. */
  signInToken: MailSite["signInToken"];
}

/** What a host that sends mails provides. */
export interface MailHost extends MailDatabase {
  settings: MailSettings;
  /** Public address of the site. */
  siteUrl: string;
  /** Origin of the form backend, which mail programs call to unsubscribe. */
  backendUrl: string;
  /** The database's secret key. */
  secret: string;
  transport: Transport;
}

/** The database of a hosted project: one HTTP request a call. */
export const hostedDatabase = (supabase: Supabase): MailDatabase => ({
  call: createSupabaseCalls(supabase),
  store: createSupabaseStore(supabase),
  signInToken: adminSignInTokens(supabase),
});

/** What a sender needs, put together for the stack, the function and the command line alike. */
export function senderOf(host: MailHost): SenderOptions {
  const { settings, siteUrl, backendUrl, secret, transport, call, store, signInToken } = host;
  const { from, imprint, productUrl, unconfirmedDays, perSecond, inBatches } = settings;
  return {
    outbox: createOutbox(call),
    transport,
    site: {
      from,
      imprint,
      productUrl,
      siteUrl,
      formsUrl: `${backendUrl}${formsBasePath}`,
      unconfirmedDays,
      signInToken: forApplicants(store, signInToken),
    },
    secret,
    perSecond,
    inBatches,
  };
}

/** What a host that runs all jobs provides. */
export interface JobsHost extends Omit<MailHost, "transport"> {
  /** Undefined where no mail can leave: the outbox stays queued. */
  transport: Transport | undefined;
  /** Where events are sent; undefined if they are not sent. */
  webhook: WebhookSettings | undefined;
  /** What only the host's machine knows; undefined where it knows nothing more. */
  report: (() => Promise<HostReport>) | undefined;
  log: ((line: string) => void) | undefined;
}

/** How a host repeats work: all by itself, or after its answers. Each returns a function that begins the next round at once. */
export interface Runner {
  sendMails(options: HostSenderOptions): () => void;
  tellEvents(round: Round): () => void;
}

export interface Jobs {
  /** Sends the due mails and events; undefined where neither can be sent. */
  wake: (() => void) | undefined;
  /** Queues what the operator has to be told, and sends it; undefined where there is no operator's address. It never rejects. */
  tellOperator: (() => Promise<void>) | undefined;
  /** Erases expired records, page by page. */
  prune(): Promise<unknown>;
  /** Whether mails do not leave. */
  stands(): Promise<boolean>;
}

/** Puts together what a host does beside answering: mails, events, the operator's mails and the clean-up. */
export function createJobs(host: JobsHost, runner: Runner): Jobs {
  const { settings, call, transport, webhook, report, log } = host;
  const { operator: email, unconfirmedDays: unconfirmed } = settings;
  const queueOperatorMails = createOperatorMails({ email, call, host: report, log });
  const sendMails = transport && runner.sendMails({ ...senderOf({ ...host, transport }), log, queueOperatorMails });
  const tellEvents = webhook && runner.tellEvents(createWebhookRound(createWebhookQueue(call), webhook, log));
  const wake = () => {
    sendMails?.();
    tellEvents?.();
  };
  return {
    wake: sendMails || tellEvents ? wake : undefined,
    tellOperator:
      email === undefined
        ? undefined
        : async () => {
            if ((await queueOperatorMails()) > 0) wake();
          },
    prune: () => pruneRecords((request) => call("prune_page", { request }), { unconfirmed }, { goesOn: true }),
    stands: createMailHealth(call),
  };
}
