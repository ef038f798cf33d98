import type { Hono } from "hono";
import { createBackend } from "../../backend.ts";
import { chooseCaptcha } from "../../captcha/choose.ts";
import type { RateLimit } from "../../http/rateLimit.ts";
import { createSignInMailer } from "../../mail/signIn/signInMails.ts";
import { chooseTransport } from "../../mail/transports/choose.ts";
import { type CaptchaSettings, type MailSettings, readMailSettings, type StackSettings } from "../../settings/hosts.ts";
import type { WebhookSettings } from "../../settings/webhook.ts";
import { thisBuild } from "../../lib/release.ts";
import { readMigrations, schemaOf } from "../../supabase/migrations.ts";
import { createPostgresStore } from "../../store/postgres.ts";
import type { EmbeddedKeys } from "../folder/keys.ts";
import type { Handler } from "../../http/serve.ts";
import { createInboxPage, isPrivate } from "../inboxPage/inboxPage.ts";
import { linkLife, startLite } from "../lite/lite.ts";
import { startStackMail } from "./mail.ts";

/** Functions that undo the steps of a start, in the order of the steps. */
export type CleanUps = (() => Promise<void>)[];

/** A data folder and a port that this process has taken. */
export interface Place {
  dataFolder: string;
  keys: EmbeddedKeys;
  /** Address of the interface it listens on. */
  host: string;
  /** Number of the operator's reverse proxies in front. */
  proxies: number;
  /** Its address on this machine, for a person. */
  url: string;
  /** The same for a program, by its number. */
  boundUrl: string;
}

/** What can be set for the services besides their place. */
export interface ServiceSettings extends Pick<Partial<StackSettings>, "siteUrl"> {
  /** ALTCHA by default. */
  captcha?: CaptchaSettings;
  rateLimit?: RateLimit;
  /** Share of a captcha's usual work; the browser tests use less than 1. */
  captchaEffort?: number;
  log?: (line: string) => void;
  /** See `FormsDependencies`; for the dev server. */
  onError?: (error: unknown) => void;
  /** Secret of the inbox page's address; by default another at each start. */
  inboxSecret?: string;
  /** Mail settings. Without them sign-in mails go to the inbox folder, and the mails of the outbox stay queued. */
  mail?: MailSettings;
  /** Where events are sent, if `mail` is given, too. */
  webhook?: WebhookSettings | undefined;
}

interface ServicesOptions {
  place: Place;
  databaseUrl: string;
  settings: ServiceSettings;
  /** The static export. */
  site?: Hono | undefined;
}

export interface Services {
  answer: Handler;
  /** How mails are sent, in one line. */
  mail: string;
  /** Address of the inbox page; undefined if mails are sent elsewhere, or the stack can be reached from other machines. */
  inbox: string | undefined;
}

/**
 * Starts Supabase's REST and auth services, which migrate the database, the form backend and the mail jobs.
 * @throws StackError
 */
export async function startServices(
  { place, databaseUrl, settings, site }: ServicesOptions,
  cleanUps: CleanUps,
): Promise<Services> {
  const { captcha = { kind: "altcha" }, rateLimit, captchaEffort, log } = settings;
  const { dataFolder, keys, host, proxies, url, boundUrl } = place;
  const siteUrl = settings.siteUrl ?? url;
  const mail = settings.mail ?? readMailSettings({});
  const transport = chooseTransport(mail, dataFolder);
  cleanUps.push(transport.close);
  const ending = new AbortController();
  const signInMailer = createSignInMailer(transport, { from: mail.from, linkLife, signal: ending.signal, log });
  const { imprint } = mail;
  const lite = await startLite({ databaseUrl, keys, siteUrl, mail: signInMailer, imprint, log });
  cleanUps.push(lite.close);
  const store = createPostgresStore(databaseUrl);
  cleanUps.push(store.close);
  const stackMail =
    settings.mail &&
    startStackMail({
      settings: mail,
      transport,
      signInMailer,
      webhook: settings.webhook,
      databaseUrl,
      dataFolder,
      siteUrl,
      keys,
      lite,
      store,
      log,
    });
  cleanUps.push(async () => {
    ending.abort();
    // Stopping the sender closes the transport.
    await signInMailer.drained();
    await stackMail?.stop();
  });
  const common = { store, siteUrl, ...(rateLimit ? { rateLimit } : {}) };
  const app = createBackend({
    ...common,
    captcha: chooseCaptcha({
      ...common,
      captcha,
      secret: keys.captchaSecret,
      clock: () => new Date(),
      ...(captchaEffort === undefined ? {} : { effort: captchaEffort }),
    }),
    secret: keys.captchaSecret,
    ...(log ? { log } : {}),
    onError: settings.onError,
    placeFrom: mail.placeFrom,
    webhookSecret: mail.webhookSecret,
    mailQueued: stackMail?.wake,
    mailStands: stackMail?.stands,
    schema: schemaOf(await readMigrations()),
    version: thisBuild(),
    services: { fetch: lite.fetch, secretKey: keys.secretKey },
  });
  const looksHere = mail.route.kind === "none" && isPrivate({ host, siteUrl, proxies });
  // The address is numeric: `localhost` may mean ::1 first, and lead to another user's program, which would
  // receive the secret.
  const inbox = looksHere ? createInboxPage(dataFolder, boundUrl, settings.inboxSecret) : undefined;
  if (inbox) app.route("/", inbox.app);
  if (site) app.route("/", site);
  return {
    answer: (request, clientAddress) => app.fetch(request, { clientAddress }),
    mail: transport.about,
    inbox: inbox?.url,
  };
}
