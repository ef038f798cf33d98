import { setTimeout as sleep } from "node:timers/promises";
import { formsBasePath } from "../../contract/outcomes.ts";
import { isLoopback } from "../../lib/loopback.ts";
import { defaultOf } from "../../settings/definitions.ts";
import type { StackSettings } from "../../settings/hosts.ts";
import { stackFactsOf } from "../../settings/running.ts";
import { refuseOther } from "../database/migrate.ts";
import { withClient } from "../database/withClient.ts";
import { explained } from "../errors/stackError.ts";
import { takeFolder } from "../folder/hold.ts";
import { type EmbeddedKeys, readOrCreateKeys } from "../folder/keys.ts";
import { noteMailRoute } from "../folder/mailRoute.ts";
import { clusterFolder } from "../folder/open.ts";
import { type Handler, serve } from "../../http/serve.ts";
import { serveExport } from "../../http/static.ts";
import { startCluster } from "../postgres/cluster.ts";
import { type CleanUps, type Services, type ServiceSettings, startServices } from "./services.ts";

/** Options of a stack; by default it can be reached from this machine alone. */
export interface StackOptions
  extends
    ServiceSettings,
    Pick<StackSettings, "dataFolder" | "port">,
    Partial<Pick<StackSettings, "host" | "proxies">> {
  /**
   * Folder of the static export, or a function that builds it, which is called after folder and port have been taken. Without
   * it only the APIs are served.
   */
  exportFolder?: string | (() => Promise<string>);
  /** Set for a command, whose stack ends by itself: other commands wait for it instead of joining it. */
  command?: boolean;
  /** Aborts the start of the database. */
  signal?: AbortSignal | undefined;
}

export interface Stack extends Pick<Services, "mail" | "inbox"> {
  /** Its address on this machine, for a person. */
  url: string;
  /** The same for a program, by its number. */
  boundUrl: string;
  keys: EmbeddedKeys;
  dataFolder: string;
  /** Connection string of the database, as superuser. */
  databaseUrl: string;
  /** Resolves with one line if the database has ended by itself. */
  died: Promise<string>;
  /**
   * Is called before `stop`, where visitors may still come: the health check answers 503, but for a moment all
   * other requests are answered as usual.
   */
  letLastArrive(): Promise<void>;
  /**
   * Answers the accepted requests, then stops everything in reverse order; within two seconds if the database has ended by itself.
   * Safe to call twice.
   */
  stop(): Promise<void>;
}

/** What has been started so far. */
interface Started {
  /** Functions that undo it, in the order of the steps. */
  cleanUps: CleanUps;
  /** Resolves when the database has ended by itself. */
  databaseTerminated: Promise<unknown>;
}

/** Timeout of each step of the shutdown once the database has ended, in ms: what still waits for the database waits in vain. */
const longestStep = 300;

const stoppingAnswer = () =>
  Response.json({ status: "stopping" }, { status: 503, headers: { "cache-control": "no-store" } });

const untrustedProxy =
  "A web server is in front, and TRUST_PROXY is 0: all visitors share one rate limit, and are soon refused. Set TRUST_PROXY to the number of web servers in front (docs/self-hosting.md).";

/** Undoes the steps, the last one first, and continues if one fails. @throws AggregateError of the failures. */
async function unwind({ cleanUps, databaseTerminated }: Started): Promise<void> {
  const failures: unknown[] = [];
  for (const cleanUp of cleanUps.toReversed()) {
    const timeout = databaseTerminated.then(() => sleep(longestStep));
    await Promise.race([cleanUp(), timeout]).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, "The stack did not stop cleanly.");
}

/**
 * Starts PostgreSQL, Supabase's REST and auth services, the form backend and the static export on one port. If a part fails, the
 * parts that were started are stopped again.
 * @throws StackError with one line that says what to do; the signal's reason.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const started: Started = { cleanUps: [], databaseTerminated: new Promise(() => undefined) };
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= unwind(started));
  try {
    return { ...(await start(options, started)), stop };
  } catch (error) {
    // The reason why it does not start matters more than what could not be undone because of that.
    await stop().catch(() => undefined);
    throw explained(error);
  }
}

async function start(options: StackOptions, started: Started): Promise<Omit<Stack, "stop">> {
  const { cleanUps } = started;
  const { exportFolder, command = false, port, host = defaultOf("HOST"), proxies = 0, signal } = options;
  const built = typeof exportFolder === "string" ? await serveExport(exportFolder) : undefined;
  // Folder and port are taken before the slow parts start, so that a conflict is reported at once.
  const { dataFolder, publish, release } = await takeFolder(options.dataFolder, { command });
  cleanUps.push(release);
  const keys = await readOrCreateKeys(dataFolder);
  let answer: Handler = () => new Response("Starting", { status: 503, headers: { "retry-after": "1" } });
  const isPublic = options.siteUrl !== undefined && !isLoopback(new URL(options.siteUrl).hostname);
  const onUnexpectedProxy = isPublic ? () => options.log?.(untrustedProxy) : undefined;
  const server = await serve((request, client) => answer(request, client), { port, host, proxies, onUnexpectedProxy });
  cleanUps.push(server.close);
  const { url, boundUrl } = server;
  const site = typeof exportFolder === "function" ? await serveExport(await exportFolder()) : built;
  if (options.mail) await noteMailRoute(dataFolder, options.mail.route.kind, { command });
  const cluster = await startCluster({
    folder: clusterFolder(dataFolder),
    password: keys.postgresPassword,
    signal,
  });
  cleanUps.push(cluster.stop);
  started.databaseTerminated = cluster.terminated;
  const databaseUrl = cluster.url("postgres");
  await withClient(databaseUrl, refuseOther);
  const place = { dataFolder, keys, host, proxies, url, boundUrl };
  const services = await startServices({ place, databaseUrl, settings: options, site }, cleanUps);
  answer = services.answer;
  // The server closes first: unfinished answers still need the database, and later requests wait. Closing twice
  // is harmless.
  cleanUps.push(server.close);
  if (!command) {
    await publish({ url: boundUrl, runs: stackFactsOf(options) });
    // A file that cannot be written, as on a full disk, does not matter: it is removed in a moment.
    cleanUps.push(() => publish({}).catch(() => undefined));
  }
  const letLastArrive = () => {
    answer = (request, client) =>
      new URL(request.url).pathname === `${formsBasePath}/health` ? stoppingAnswer() : services.answer(request, client);
    return server.letLastArrive();
  };
  const { mail, inbox } = services;
  return { url, boundUrl, keys, dataFolder, mail, inbox, databaseUrl, died: cluster.terminated, letLastArrive };
}
