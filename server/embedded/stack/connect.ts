import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connectToHolder } from "../lock/claims.ts";
import { readKeys } from "../folder/keys.ts";
import { FolderInUseError } from "../lock/lock.ts";
import { requireDatabase } from "../folder/open.ts";
import { runningUrl } from "../folder/running.ts";
import type { MailSettings } from "../../settings/mailSettings.ts";
import type { OnDemandOptions } from "./onDemand.ts";
import type { Stack } from "./stack.ts";
import { StackError } from "../errors/stackError.ts";

/** Longest wait for a stack that another process is starting, its build of the site included, or stopping, in ms. */
const readyTimeout = 120_000;

/** An embedded stack to work with. */
export interface EmbeddedConnection extends Pick<Stack, "url" | "keys"> {
  /** True when it was started for this connection, and `close` stops it. */
  started: boolean;
  /** Connection string of its database, as superuser. @throws StackError when the database is not running. */
  databaseUrl(): Promise<string>;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** Makes a database where there is none; otherwise that is an error. */
  create: boolean;
  log?: (line: string) => void;
  /** How a stack that is started sends its mails; they wait otherwise. */
  mail?: MailSettings;
}

/**
 * Connects to the embedded stack of a data folder: the one that is running there, else one started on any free port
 * until `close`, which waits for other processes that have connected to it meanwhile (decision 0036). One that starts or
 * stops is waited for.
 * @throws NoDatabaseError, StackError with one line that says what to do.
 */
export async function connectEmbedded(
  path: string,
  { create, log, mail }: ConnectOptions = { create: true },
): Promise<EmbeddedConnection> {
  const dataFolder = resolve(path);
  for (const until = performance.now() + readyTimeout; ; await sleep(100)) {
    const running = await joinRunning(dataFolder, until);
    if (running === "not ready") continue;
    if (running) return running;
    if (!create) await requireDatabase(dataFolder);
    try {
      return await startFor({ dataFolder, ...(log ? { log } : {}), ...(mail ? { mail } : {}) });
    } catch (error) {
      // Another process was quicker: its stack is the one to connect to.
      if (!(error instanceof FolderInUseError) || performance.now() > until) throw error;
    }
  }
}

async function joinRunning(dataFolder: string, until: number): Promise<EmbeddedConnection | "not ready" | undefined> {
  const holder = await connectToHolder(dataFolder).catch((cause: unknown) => {
    throw new StackError(
      `The data folder ${dataFolder} cannot be used: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  });
  if (!holder) return undefined;
  const { pid, url } = holder.claim;
  if (url !== undefined) {
    const keys = await readKeys(dataFolder);
    return {
      url,
      keys,
      started: false,
      databaseUrl: () => runningUrl(dataFolder, keys.postgresPassword),
      close: async () => holder.disconnect(),
    };
  }
  holder.disconnect();
  if (performance.now() > until)
    throw new StackError(
      `The stack that process ${pid ?? "?"} is starting or stopping in ${dataFolder} does not become ready.`,
    );
  return "not ready";
}

async function startFor({ mail, ...options }: OnDemandOptions & { mail?: MailSettings }): Promise<EmbeddedConnection> {
  // Loaded where it is needed alone: most commands find a stack that runs.
  const { url, keys, databaseUrl, clientsGone, stop } = mail
    ? await import("./stack.ts").then(({ startStack }) => startStack({ ...options, port: 0, mail }))
    : await import("./onDemand.ts").then(({ startOnDemand }) => startOnDemand(options));
  return {
    url,
    keys,
    started: true,
    databaseUrl: async () => databaseUrl,
    close: async () => {
      await clientsGone();
      await stop();
    },
  };
}
