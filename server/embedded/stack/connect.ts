import { resolve } from "node:path";
import { requireDatabase } from "../folder/unfinished.ts";
import type { Waiting } from "../lock/waiting.ts";
import type { MailSettings } from "../../settings/mailSettings.ts";
import { type JoinedStack, joinOr } from "./joinOr.ts";
import type { OnDemandOptions } from "./onDemand.ts";

/** An embedded stack to work with. */
export interface EmbeddedConnection extends JoinedStack {
  /** True when it was started for this connection, and `close` stops it. */
  started: boolean;
}

/** How a command connects to a stack, and how it starts one. */
export interface ConnectOptions extends Waiting {
  /** Makes a database where there is none; otherwise that is an error. */
  create: boolean;
  log?: (line: string) => void;
  /** How a stack that is started sends its mails; they wait otherwise. One in which they wait is not joined, but waited for. */
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
  { create, log, mail, ...waiting }: ConnectOptions = { create: true },
): Promise<EmbeddedConnection> {
  const dataFolder = resolve(path);
  const found = await joinOr(dataFolder, { ...waiting, sends: mail !== undefined }, async () => {
    if (!create) await requireDatabase(dataFolder);
    return startFor(
      { dataFolder, signal: waiting.signal, ...(log ? { log } : {}), ...(mail ? { mail } : {}) },
      waiting,
    );
  });
  return { started: false, ...found };
}

async function startFor(
  { mail, ...options }: OnDemandOptions & { mail?: MailSettings },
  waiting: Waiting,
): Promise<EmbeddedConnection> {
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
      await clientsGone(waiting);
      await stop();
    },
  };
}
