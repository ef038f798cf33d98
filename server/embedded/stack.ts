import { createBackend } from "../backend.ts";
import { chooseCaptcha } from "../captcha/choose.ts";
import type { RateLimit } from "../guards/rateLimit.ts";
import { brand } from "../contract/brand.ts";
import { signInMailer } from "../mail/signIn/signInMailer.ts";
import { createInbox } from "../mail/transports/inbox.ts";
import { createServiceClient } from "../supabase/client.ts";
import { nodeHost } from "../supabase/nodeHost.ts";
import { finishRestore } from "./backup/replaceDatabase.ts";
import { type EmbeddedKeys, readOrCreateKeys } from "./folder/keys.ts";
import { acquireLock } from "./folder/lock.ts";
import { clusterFolder, openDataFolder } from "./folder/open.ts";
import { type Handler, serve } from "./http/serve.ts";
import { serveExport } from "./http/staticExport.ts";
import { startLite } from "./lite/lite.ts";
import { startCluster } from "./postgres/cluster.ts";
import { explained } from "./stackError.ts";

export interface StackOptions {
  dataFolder: string;
  /** 0 takes any free port. */
  port: number;
  /** Where visitors reach the site, when another server stands in front: browsers may call from its origin, mails lead there. */
  siteUrl?: string;
  /** Address of the interface to listen on; the loopback interface unless given. */
  host?: string;
  /** How many of the operator's proxies stand in front, each adding to `X-Forwarded-For`. */
  proxies?: number;
  /**
   * Folder of the static export, or what makes it, called when folder and port are this stack's own; without one only
   * the APIs are served.
   */
  exportFolder?: string | (() => Promise<string>);
  /** reCAPTCHA v2 takes the place of ALTCHA where its secret is given. */
  recaptchaSecret?: string;
  rateLimit?: RateLimit;
  /** Share of the usual work of a captcha; the browser tests ask for less than 1. */
  captchaEffort?: number;
  log?: (line: string) => void;
}

/** The embedded stack, up and serving. */
export interface Stack {
  url: string;
  keys: EmbeddedKeys;
  dataFolder: string;
  /** Connection string of the database, as superuser. */
  databaseUrl: string;
  /** Resolves with one line when the database has died under the stack and does not come back. */
  died: Promise<string>;
  /** Resolves when no other process is connected to the stack by its data folder. */
  guestsGone(): Promise<void>;
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

async function start(
  {
    port,
    host = "127.0.0.1",
    proxies = 0,
    siteUrl,
    exportFolder,
    recaptchaSecret,
    rateLimit,
    captchaEffort,
    log,
    ...options
  }: StackOptions,
  cleanUps: (() => Promise<void>)[],
): Promise<Omit<Stack, "stop">> {
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

  const site = typeof exportFolder === "function" ? await serveExport(await exportFolder()) : built;
  const cluster = await startCluster({
    folder: clusterFolder(dataFolder),
    password: keys.postgresPassword,
    ...(log ? { log } : {}),
  });
  cleanUps.push(cluster.stop);
  const databaseUrl = cluster.url("postgres");
  const mail = signInMailer(createInbox(dataFolder), { name: brand, address: "no-reply@localhost" });
  const lite = await startLite({ databaseUrl, keys, siteUrl: siteUrl ?? url, mail });
  cleanUps.push(lite.close);
  // Once more, now as the first to stop: answers under way still need the database. Closing twice is harmless.
  cleanUps.push(server.close);

  const supabase = createServiceClient(url, keys.secretKey, {
    ...nodeHost,
    fetch: (input, init) => lite.fetch(new Request(input, init)),
  });
  const app = createBackend({
    supabase,
    captcha: chooseCaptcha({
      recaptchaSecret,
      siteOrigin: siteUrl ?? url,
      secret: keys.captchaSecret,
      supabase,
      clock: () => new Date(),
      ...(rateLimit ? { rateLimit } : {}),
      ...(captchaEffort === undefined ? {} : { effort: captchaEffort }),
    }),
    siteOrigins: [new URL(siteUrl ?? url).origin],
    secret: keys.captchaSecret,
    ...(rateLimit ? { rateLimit } : {}),
    ...(log ? { log } : {}),
    services: { fetch: lite.fetch, secretKey: keys.secretKey },
  });
  if (site) app.route("/", site);
  answer = (request, clientAddress) => app.fetch(request, clientAddress === undefined ? {} : { clientAddress });
  lock.publish(url);
  return { url, keys, dataFolder, databaseUrl, died: cluster.gone, guestsGone: lock.guestsGone };
}
