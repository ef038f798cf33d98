// oxlint-disable no-console -- the platform's log is the console
import { createForms } from "../../../server/app.ts";
import { chooseCaptcha } from "../../../server/captcha/choose.ts";
import { formsBasePath } from "../../../server/contract/outcomes.ts";
import { forwardedAddress } from "../../../server/http/clientAddress.ts";
import { createJobs, hostedDatabase } from "../../../server/jobs/jobs.ts";
import { createBackgroundJob } from "../../../server/lib/loop.ts";
import { cleanUpFailed } from "../../../server/lib/prune.ts";
import { createBackgroundSender } from "../../../server/mail/outbox/hosts.ts";
import { createResend } from "../../../server/mail/transports/resend.ts";
import { readFormsSettings } from "../../../server/settings/hosts.ts";
import { createSupabaseStore } from "../../../server/store/supabase.ts";
import { createServiceClient } from "../../../server/supabase/client.ts";

/** The members of Deno that are used here. Deno's types would replace those of Node in the whole project. */
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
const { wake, tellOperator, prune, stands } = createJobs(
  {
    ...hostedDatabase(supabase),
    settings: mail,
    siteUrl: settings.siteUrl,
    backendUrl: settings.supabaseUrl,
    secret: settings.secretKey,
    // SMTP is not offered, as its ports are closed here.
    transport: mail.route.kind === "resend" ? createResend(mail.route.apiKey) : undefined,
    webhook: settings.webhook,
    report: undefined,
    log: console.error,
  },
  {
    sendMails: (options) => createBackgroundSender(options, keepAlive),
    tellEvents: (round) => createBackgroundJob(round, keepAlive),
  },
);
/** Tells the operator how the launch stands, and then sends everything that is due. */
const drain = async (): Promise<void> => {
  await tellOperator?.();
  wake?.();
};
const cleanUp = async (): Promise<void> => {
  await prune().catch((error: unknown) => console.error(cleanUpFailed(error)));
};
const backend = createForms({
  store,
  captcha: chooseCaptcha({ ...settings, store, clock: () => new Date() }),
  siteUrl: settings.siteUrl,
  secret: settings.secret,
  log: console.error,
  placeFrom: mail.placeFrom,
  webhookSecret: mail.webhookSecret,
  mailQueued: wake,
  mailStands: stands,
  // `deploy` sets both, as neither the migrations nor package.json are part of the function.
  schema: Deno.env.get("SCHEMA_SHA256"),
  version: Deno.env.get("VERSION"),
  mailSchedule: mail.scheduleSecret
    ? {
        secret: mail.scheduleSecret,
        drain: (wake ?? tellOperator) && (() => keepAlive(drain())),
        prune: () => keepAlive(cleanUp()),
      }
    : undefined,
});

/** The request under its public path; undefined if its host is invalid or its method is TRACE, as no request can be made then. */
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
