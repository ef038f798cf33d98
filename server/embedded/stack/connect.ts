import { resolve } from "node:path";
import type { CaptchaSettings, MailSettings } from "../../settings/hosts.ts";
import type { StackFacts } from "../../settings/running.ts";
import { joinOr, type RunningStack, type Waiting } from "../folder/join.ts";
import { requireDatabase } from "../folder/open.ts";

interface EmbeddedConnection extends Pick<RunningStack, "url" | "keys"> {
  /** Whether it sends its mails. */
  sends: boolean;
  /** What the stack runs with; absent for one that was started for this connection, which `close` stops. */
  runs?: StackFacts;
  close(): Promise<void>;
}

export interface ConnectOptions extends Waiting {
  /** Whether to create a database if there is none, which is an error otherwise. */
  create: boolean;
  /** Mail settings of a stack that has to be started; without them its mails stay queued. */
  mail?: MailSettings;
  /** The site's address, to which those mails link: the stack's own address no longer exists when they are read. */
  siteUrl?: string | undefined;
  /** The webhook of `npm start`, for `check`, which asks for it. */
  captcha?: CaptchaSettings;
  /** Whether other commands use a stack that has to be started, instead of waiting: it lasts longer than they do. */
  shared?: boolean;
  log?: (line: string) => void;
}

/**
 * Connects to a data folder's embedded stack: the running one, or else one that is started on a free port until `close`. Waits for
 * another process that has the folder.
 * @throws NoDatabaseError, StackError with one line that says what to do.
 */
export async function connectEmbedded(
  path: string,
  { create, onWait, siteUrl, shared = false, ...options }: ConnectOptions,
): Promise<EmbeddedConnection> {
  const dataFolder = resolve(path);
  const found = await joinOr(dataFolder, { signal: options.signal, onWait }, async () => {
    if (!create) await requireDatabase(dataFolder);
    // Loaded only when needed, as most commands find a running stack.
    const { startStack } = await import("./stack.ts");
    return startStack({
      ...options,
      dataFolder,
      port: 0,
      command: !shared,
      ...(siteUrl === undefined ? {} : { siteUrl }),
    });
  });
  const { keys } = found;
  return "stop" in found
    ? { url: found.boundUrl, keys, sends: options.mail !== undefined, close: found.stop }
    : { url: found.url, keys, sends: found.runs.mail !== undefined, runs: found.runs, close: async () => undefined };
}
