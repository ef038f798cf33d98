// oxlint-disable no-console -- the platform's log is the console
import { createForms } from "../../../server/app.ts";
import { chooseCaptcha } from "../../../server/captcha/choose.ts";
import { formsBasePath } from "../../../server/contract/outcomes.ts";
import { forwardedAddress } from "../../../server/http/clientAddress.ts";
import { createMailHealth } from "../../../server/launch/mailHealth.ts";
import { createBackgroundJob } from "../../../server/lib/loop.ts";
import { createBackgroundSender } from "../../../server/mail/outbox/hosts.ts";
import { cleanUpFailed, pruneRecords } from "../../../server/lib/prune.ts";
import { createSupabaseOutbox } from "../../../server/mail/outbox/outbox.ts";
import { adminSignInTokens, forApplicants } from "../../../server/mail/outbox/prepare.ts";
import { createOperatorMails } from "../../../server/mail/outbox/operatorMails.ts";
import { createResend } from "../../../server/mail/transports/resend.ts";
import { createSupabaseCalls, createSupabaseStore } from "../../../server/store/supabase.ts";
import { readFormsSettings } from "../../../server/settings/hosts.ts";
import { createServiceClient } from "../../../server/supabase/client.ts";
import { createWebhookRound } from "../../../server/webhook/deliver.ts";
import { createWebhookQueue } from "../../../server/webhook/queue.ts";

/** What is used of Deno, whose own types would take the place of Node's in the whole project. */
declare const Deno: {
  env: { get(name: string): string | undefined; toObject(): Record<string, string> };
  serve(options: { port: number }, answer: (request: Request) => Response | Promise<Response>): void;
};
/** The platform's API for work that continues after the answer. */
declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined;

const settings = readFormsSettings(Deno.env.toObject());
const supabase = createServiceClient(settings.supabaseUrl, settings.secretKey);
const store = createSupabaseStore(supabase);
const { mail } = settings;
/** Makes the platform wait for work that continues after the answer. */
const keepAlive = (work: Promise<void>): void =>
  typeof EdgeRuntime === "undefined" ? undefined : EdgeRuntime.waitUntil(work);
const call = createSupabaseCalls(supabase);
const queueOperatorMails = createOperatorMails({ email: mail.operator, call, log: console.error });
// SMTP ports are closed here.
const transport = mail.route.kind === "resend" ? createResend(mail.route.apiKey) : undefined;
const sendMails =
  transport &&
  createBackgroundSender(
    {
      outbox: createSupabaseOutbox(supabase),
      transport,
      site: {
        from: mail.from,
        imprint: mail.imprint,
        productUrl: mail.productUrl,
        siteUrl: settings.siteUrl,
        formsUrl: `${settings.supabaseUrl}${formsBasePath}`,
        unconfirmedDays: mail.unconfirmedDays,
        signInToken: forApplicants(store, adminSignInTokens(supabase)),
      },
      secret: settings.secretKey,
      perSecond: mail.perSecond,
      log: console.error,
      queueOperatorMails,
    },
    keepAlive,
  );
const { webhook } = settings;
const tellEvents =
  webhook && createBackgroundJob(createWebhookRound(createWebhookQueue(call), webhook, console.error), keepAlive);
/** Sends mails and tells events that are due. */
const drain =
  sendMails || tellEvents || mail.operator
    ? () => {
        sendMails?.();
        tellEvents?.();
      }
    : undefined;
const prune = async (): Promise<void> => {
  await pruneRecords((request) => call("prune_page", { request }), { unconfirmed: mail.unconfirmedDays }).catch(
    (error: unknown) => console.error(cleanUpFailed(error)),
  );
};
const backend = createForms({
  store,
  captcha: chooseCaptcha({ ...settings, store, clock: () => new Date() }),
  siteUrl: settings.siteUrl,
  secret: settings.secret,
  log: console.error,
  webhookSecret: mail.webhookSecret,
  mailQueued: drain,
  mailStands: createMailHealth(call),
  mailSchedule: mail.scheduleSecret
    ? {
        secret: mail.scheduleSecret,
        drain: drain && (() => keepAlive(queueOperatorMails().then(drain))),
        prune: () => keepAlive(prune()),
      }
    : undefined,
});

/** The request under its public path; undefined if none can be made, as its host is none or its method is TRACE. */
function underPublicPath(request: Request): Request | undefined {
  try {
    // The platform strips /functions/v1 before it calls a function.
    const url = new URL(request.url);
    url.pathname = url.pathname.replace(/^\/forms/u, formsBasePath);
    return new Request(url, request);
  } catch {
    return undefined;
  }
}

Deno.serve({ port: Number(Deno.env.get("PORT") ?? 8000) }, (request) => {
  const asked = underPublicPath(request);
  if (!asked) return new Response(null, { status: 400 });
  const clientAddress = forwardedAddress(request.headers.get(settings.clientAddressHeader), 1);
  return backend.fetch(asked, { clientAddress });
});
