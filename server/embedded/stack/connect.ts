import { resolve } from "node:path";
import { requireDatabase } from "../folder/unfinished.ts";
import type { Waiting } from "../lock/waiting.ts";
import type { MailSettings } from "../../settings/hosts.ts";
import { type JoinedStack, joinOr } from "./joinOr.ts";
import type { OnDemandOptions } from "./onDemand.ts";

/** A connection to an embedded stack. */
export interface EmbeddedConnection extends JoinedStack {
  /** True if the stack was started for this connection; then `close` stops it. */
  started: boolean;
}

/** Options for connecting to a stack or starting one. */
export interface ConnectOptions extends Waiting, Pick<OnDemandOptions, "log" | "captcha"> {
  /** Whether to create a database if there is none, which is an error otherwise. */
  create: boolean;
  /** Mail settings of a stack that has to be started; without them its mails wait. A running stack whose mails wait is not joined. */
  mail?: MailSettings;
  /** The site's address, to which those mails link: that of the stack itself is gone when they are read. */
  siteUrl?: string | undefined;
}

/**
 * Connects to a data folder's embedded stack: the running one, or else one that is started on a free port until `close`. That
 * `close` waits for other processes that have connected meanwhile (decision 0036). A stack that is starting or stopping is waited
 * for.
 * @throws NoDatabaseError, StackError with one line that says what to do.
 */
export async function connectEmbedded(
  path: string,
  { create, log, mail, siteUrl, captcha, ...waiting }: ConnectOptions,
): Promise<EmbeddedConnection> {
  const dataFolder = resolve(path);
  const found = await joinOr(dataFolder, { ...waiting, sends: mail !== undefined }, async () => {
    if (!create) await requireDatabase(dataFolder);
    return startFor(
      {
        dataFolder,
        signal: waiting.signal,
        ...(log ? { log } : {}),
        ...(mail ? { mail, siteUrl } : {}),
        ...(captcha ? { captcha } : {}),
      },
      waiting,
    );
  });
  return { started: false, ...found };
}

async function startFor(
  { mail, siteUrl, ...options }: OnDemandOptions & Pick<ConnectOptions, "mail" | "siteUrl">,
  waiting: Waiting,
): Promise<EmbeddedConnection> {
  // Loaded only when needed, as most commands find a running stack.
  const { boundUrl, keys, databaseUrl, clientsGone, stop } = mail
    ? await import("./stack.ts").then(({ startStack }) =>
        startStack({ ...options, port: 0, mail, ...(siteUrl === undefined ? {} : { siteUrl }), ends: true }),
      )
    : await import("./onDemand.ts").then(({ startOnDemand }) => startOnDemand(options));
  return {
    url: boundUrl,
    keys,
    sends: mail !== undefined,
    started: true,
    databaseUrl: async () => databaseUrl,
    close: async () => {
      await clientsGone(waiting);
      await stop();
    },
  };
}
