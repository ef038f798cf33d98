import { connectEmbedded } from "../../server/embedded/stack/connect.ts";
import { StackError, WrongSetupError } from "../../server/embedded/errors/stackError.ts";
import { embeddedPublishableKey } from "../../server/contract/embedded.ts";
import type { CaptchaSettings } from "../../server/settings/captchaSettings.ts";
import type { MailSettings } from "../../server/settings/mailSettings.ts";
import { isLoopback } from "../../server/http/loopback.ts";
import { exemptStack } from "../../server/http/withoutProxy.ts";
import { createServiceClient, type Supabase } from "../../server/supabase/client.ts";
import { nodeHost } from "../../server/supabase/nodeHost.ts";
import { CliError } from "./errors.ts";
import { createRetrying, retryingFetch } from "./http.ts";
import { detail, type Io, say } from "./io.ts";
import { waiting } from "./waiting.ts";
import { type Post, retryingPost } from "./post.ts";
import type { BackendSettings } from "./settings.ts";

/** The Supabase that a command works on, hosted or embedded. */
export interface Backend {
  supabase: Supabase;
  /** The same for what has to be completed once it has begun: Ctrl-C does not end its calls. */
  lasting: () => Supabase;
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
  /** How many attempts at a call have got no answer so far, though they may have been carried out. */
  unanswered: () => number;
  /** A `fetch` with the retries and the interruption of this command. */
  fetch: typeof fetch;
  /** The same for POST requests with large answers. */
  post: Post;
  /**
   * Connection string of the embedded stack's database, as superuser; undefined for a hosted project, reached over HTTP only.
   * @throws CliError `unreachable` when the database has stopped.
   */
  databaseUrl: (() => Promise<string>) | undefined;
}

/** How to connect to a backend. */
export interface BackendOptions {
  retries: number;
  /** Longest wait for one answer, in ms. */
  timeout: number;
  /** Whether to create the embedded stack's database where there is none. */
  create: boolean;
  /** Mail settings of an embedded stack that is started for the command; without them its mails wait. */
  mail?: MailSettings;
  /** The site's address, to which those mails link. */
  siteUrl?: string;
  /** Captcha of an embedded stack that is started for the command. */
  captcha?: CaptchaSettings;
}

/** Longest time that a call may take with all its retries, in ms; each attempt has a shorter limit of its own. */
const callTimeout = 30 * 60_000;

/** Turns a failure of the embedded stack into a CliError. */
function stackFailed(cause: unknown): never {
  if (!(cause instanceof StackError)) throw cause;
  throw new CliError(cause instanceof WrongSetupError ? "configuration" : "unreachable", cause.message, { cause });
}

/**
 * Connects, does `work`, disconnects. Where no embedded stack is running, one is started for the duration of `work`.
 * @throws CliError `configuration` when there is no database, or its mails have left by a way that is not set,
 * `unreachable` when the embedded stack does not start, and
 * whatever `work` throws.
 */
export async function withBackend<T>(
  settings: BackendSettings,
  io: Io,
  { retries, timeout, create, mail, siteUrl, captcha }: BackendOptions,
  work: (backend: Backend) => Promise<T>,
): Promise<T> {
  let lost = 0;
  const unanswered = () => lost;
  const until = (signal: AbortSignal) =>
    createRetrying({ retries, timeout, signal, log: (line) => detail(io, line), unanswered: () => void lost++ });
  const retrying = until(io.signal);
  const send = retryingFetch(retrying);
  const client = (url: string, key: string, by: typeof fetch) =>
    createServiceClient(url, key, { ...nodeHost, fetch: by, timeout: callTimeout });
  const clients = (url: string, key: string) => ({
    supabase: client(url, key, send),
    lasting: () => client(url, key, retryingFetch(until(new AbortController().signal))),
  });
  if (settings.kind === "hosted") {
    const { url, secretKey, publishableKey } = settings;
    const onThisMachine = isLoopback(new URL(url).hostname);
    if (onThisMachine) exemptStack(process.env, url);
    return work({
      ...clients(url, secretKey),
      url,
      embedded: false,
      stackSends: false,
      secretKey,
      publishableKey,
      jwtSecret: undefined,
      unanswered,
      fetch: send,
      post: retryingPost(retrying, onThisMachine ? false : undefined),
      databaseUrl: undefined,
    });
  }
  const stack = await connectEmbedded(settings.dataFolder, {
    create,
    log: (line) => say(io, line),
    ...waiting(io),
    ...(mail ? { mail, siteUrl } : {}),
    ...(captcha ? { captcha } : {}),
  }).catch(stackFailed);
  detail(
    io,
    stack.started
      ? `Started the embedded stack of ${settings.dataFolder} for this command.`
      : `Found the embedded stack running at ${stack.url}.`,
  );
  exemptStack(process.env, stack.url);
  try {
    const { secretKey, jwtSecret } = stack.keys;
    return await work({
      ...clients(stack.url, secretKey),
      url: stack.url,
      embedded: true,
      stackSends: stack.sends,
      secretKey,
      publishableKey: embeddedPublishableKey,
      jwtSecret,
      unanswered,
      fetch: send,
      post: retryingPost(retrying, false),
      databaseUrl: () => stack.databaseUrl().catch(stackFailed),
    });
  } finally {
    await stack.close();
  }
}
