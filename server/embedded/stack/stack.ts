import { createSignInMailer } from "../../mail/signIn/signInMailer.ts";
import { chooseTransport } from "../../mail/transports/choose.ts";
import { type MailSettings, readMailSettings } from "../../settings/mailSettings.ts";
import type { StackSettings } from "../../settings/stackSettings.ts";
import { createPostgresStore } from "../../store/postgres.ts";
import { explained } from "../errors/stackError.ts";
import { type EmbeddedKeys, readOrCreateKeys } from "../folder/keys.ts";
import { clusterFolder, openDataFolder } from "../folder/open.ts";
import { finishRestore } from "../folder/restored.ts";
import { type Handler, serve } from "../http/serve.ts";
import { createInboxPage, isPrivate } from "../inboxPage/inboxPage.ts";
import { serveExport } from "../http/staticExport.ts";
import { startLite } from "../lite/lite.ts";
import { acquireLock } from "../lock/lock.ts";
import { startCluster } from "../postgres/cluster.ts";
import { type BackendOptions, createStackBackend } from "./backend.ts";
import { startStackMail } from "./mail.ts";

export interface StackOptions
  extends
    Pick<StackSettings, "dataFolder" | "port">,
    Partial<Omit<StackSettings, "dataFolder" | "port">>,
    BackendOptions {
  /**
   * Folder of the static export, or what makes it, called when folder and port are this stack's own; without one only
   * the APIs are served.
   */
  exportFolder?: string | (() => Promise<string>);
  /** How mails are sent. Without it sign-in mails go to the inbox folder, and the outbox waits. */
  mail?: MailSettings;
}

/** The embedded stack, up and serving. */
export interface Stack {
  url: string;
  keys: EmbeddedKeys;
  dataFolder: string;
  /** Where mails go, in one line. */
  mail: string;
  /** Where the mails of the inbox can be looked at; undefined where they go elsewhere, or strangers reach the stack. */
  inbox: string | undefined;
  /** Connection string of the database, as superuser. */
  databaseUrl: string;
  /** Resolves with one line when the database has died under the stack and does not come back. */
  died: Promise<string>;
  /** Resolves when no other process is connected to the stack by its data folder. */
  clientsGone(): Promise<void>;
  /** Stops in reverse order of starting; safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL, Supabase's REST and auth services, the form backend and the static export on one port.
 * Whatever was started is stopped again when a later part fails.
 * @throws StackError with one line that says what to do.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const cleanUps: (() => Promise<void>)[] = [];
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= unwind(cleanUps));
  try {
    return { ...(await start(options, cleanUps)), stop };
  } catch (error) {
    await stop();
    throw explained(error);
  }
}

async function unwind(cleanUps: (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const cleanUp of cleanUps.toReversed()) await cleanUp().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, "The stack did not stop cleanly.");
}

async function start(options: StackOptions, cleanUps: (() => Promise<void>)[]): Promise<Omit<Stack, "stop">> {
  const { port, host = "127.0.0.1", proxies = 0, exportFolder, log } = options;
  const built = typeof exportFolder === "string" ? await serveExport(exportFolder) : undefined;
  const dataFolder = await openDataFolder(options.dataFolder);
  const lock = await acquireLock(dataFolder);
  cleanUps.push(lock.release);
  await finishRestore(dataFolder);
  const keys = await readOrCreateKeys(dataFolder);

  // The port is taken before the slow parts start, so that a busy one is said at once.
  let answer: Handler = () => new Response("Starting", { status: 503, headers: { "retry-after": "1" } });
  const server = await serve((request, clientAddress) => answer(request, clientAddress), { port, host, proxies });
  cleanUps.push(server.close);
  const { url } = server;
  const siteUrl = options.siteUrl ?? url;

  const site = typeof exportFolder === "function" ? await serveExport(await exportFolder()) : built;
  const cluster = await startCluster({
    folder: clusterFolder(dataFolder),
    password: keys.postgresPassword,
    ...(log ? { log } : {}),
  });
  cleanUps.push(cluster.stop);
  const databaseUrl = cluster.url("postgres");
  const mail = options.mail ?? readMailSettings(() => undefined);
  const transport = chooseTransport(mail.route, dataFolder);
  cleanUps.push(transport.close);
  const ending = new AbortController();
  const signInMailer = createSignInMailer(transport, mail.from, { signal: ending.signal, log });
  const lite = await startLite({ databaseUrl, keys, siteUrl, mail: signInMailer });
  cleanUps.push(lite.close);
  const store = createPostgresStore(databaseUrl);
  cleanUps.push(store.close);
  const stackMail =
    options.mail && startStackMail({ settings: mail, transport, signInMailer, databaseUrl, siteUrl, keys, lite, log });
  cleanUps.push(async () => {
    ending.abort();
    await stackMail?.stop();
  });
  // Once more, now as the first to stop: answers under way still need the database. Closing twice is harmless.
  cleanUps.push(server.close);

  const app = createStackBackend(
    { siteUrl, keys, lite, store },
    { ...options, webhookSecret: mail.webhookSecret, mailQueued: stackMail?.wake },
  );
  const looksHere = mail.route.kind === "none" && isPrivate({ host, siteUrl, proxies });
  const inbox = looksHere ? createInboxPage(dataFolder, url) : undefined;
  if (inbox) app.route("/", inbox.app);
  if (site) app.route("/", site);
  answer = (request, clientAddress) => app.fetch(request, clientAddress === undefined ? {} : { clientAddress });
  lock.publish(url);
  return {
    url,
    keys,
    dataFolder,
    mail: transport.about,
    inbox: inbox?.url,
    databaseUrl,
    died: cluster.gone,
    clientsGone: lock.clientsGone,
  };
}
