import { connectEmbedded, type ConnectOptions } from "../../server/embedded/stack/connect.ts";
import { StackError, WrongSetupError } from "../../server/embedded/errors/stackError.ts";
import { embeddedPublishableKey } from "../../server/contract/embedded.ts";
import { isLoopback } from "../../server/http/loopback.ts";
import { type BackendCalls, backendCalls, type CallOptions } from "./backendCalls.ts";
import { CliError } from "./errors.ts";
import { detail, type Io, say } from "./io.ts";
import { waiting } from "./waiting.ts";
import type { BackendSettings } from "./settings.ts";

/** The Supabase that a command works on, hosted or embedded. */
export interface Backend extends BackendCalls {
  url: string;
  embedded: boolean;
  /** Whether an embedded stack is running that sends the mails of its outbox; never true of a hosted project. */
  stackSends: boolean;
  /** Key of the backend and the operator; guards and policies do not apply to it. */
  secretKey: string;
  /** Key of an anonymous visitor, where it is known. */
  publishableKey: string | undefined;
  /** Signs sessions on the embedded stack; a hosted project does not reveal its secret. */
  jwtSecret: string | undefined;
  /**
   * Connection string of the embedded stack's database, as superuser; undefined for a hosted project, reached over HTTP only.
   * @throws CliError `unreachable` when the database has stopped.
   */
  databaseUrl: (() => Promise<string>) | undefined;
}

/** How to call a backend, and how to connect to an embedded stack or start it for the command. */
export interface BackendOptions
  extends Pick<CallOptions, "retries" | "timeout">, Pick<ConnectOptions, "create" | "mail" | "siteUrl" | "captcha"> {}

/** Turns a failure of the embedded stack into a CliError. */
function stackFailed(cause: unknown): never {
  if (!(cause instanceof StackError)) throw cause;
  throw new CliError(cause instanceof WrongSetupError ? "configuration" : "unreachable", cause.message, { cause });
}

/**
 * Connects, does `work`, disconnects. Where no embedded stack is running, one is started for the duration of `work`.
 * @throws CliError `configuration` when there is no database, or its mails have left by a way that is not set,
 *   `unreachable` when the embedded stack does not start, and whatever `work` throws.
 */
export const withBackend = <T>(
  settings: BackendSettings,
  io: Io,
  options: BackendOptions,
  work: (backend: Backend) => Promise<T>,
): Promise<T> =>
  settings.kind === "hosted" ? work(hosted(settings, io, options)) : withStack(settings.dataFolder, io, options, work);

function hosted(
  { url, secretKey, publishableKey }: Extract<BackendSettings, { kind: "hosted" }>,
  io: Io,
  { retries, timeout }: BackendOptions,
): Backend {
  const here = isLoopback(new URL(url).hostname);
  return {
    ...backendCalls(io, { url, secretKey, here, retries, timeout }),
    url,
    embedded: false,
    stackSends: false,
    secretKey,
    publishableKey,
    jwtSecret: undefined,
    databaseUrl: undefined,
  };
}

async function withStack<T>(
  dataFolder: string,
  io: Io,
  { retries, timeout, create, mail, siteUrl, captcha }: BackendOptions,
  work: (backend: Backend) => Promise<T>,
): Promise<T> {
  const stack = await connectEmbedded(dataFolder, {
    create,
    log: (line) => say(io, line),
    ...waiting(io),
    ...(mail ? { mail, siteUrl } : {}),
    ...(captcha ? { captcha } : {}),
  }).catch(stackFailed);
  const { url, keys, started, sends: stackSends } = stack;
  const { secretKey, jwtSecret } = keys;
  detail(
    io,
    started
      ? `Started the embedded stack of ${dataFolder} for this command.`
      : `Found the embedded stack running at ${url}.`,
  );
  try {
    return await work({
      ...backendCalls(io, { url, secretKey, here: true, retries, timeout }),
      url,
      embedded: true,
      stackSends,
      secretKey,
      publishableKey: embeddedPublishableKey,
      jwtSecret,
      databaseUrl: () => stack.databaseUrl().catch(stackFailed),
    });
  } finally {
    await stack.close();
  }
}
