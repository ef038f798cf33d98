import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { embeddedPublishableKey } from "../../../server/contract/brand.ts";
import { readRetryAfter } from "../../../server/contract/outcomes.ts";
import { StackError, WrongSetupError } from "../../../server/embedded/errors/stackError.ts";
import { connectEmbedded, type ConnectOptions } from "../../../server/embedded/stack/connect.ts";
import { messageOf, rootOf } from "../../../server/lib/caught.ts";
import { exemptStack, isLoopback } from "../../../server/lib/loopback.ts";
import { timeLimit } from "../../../server/lib/time.ts";
import type { StackFacts } from "../../../server/settings/running.ts";
import { deadlock } from "../../../server/store/sqlState.ts";
import { createServiceClient, type Supabase } from "../../../server/supabase/client.ts";
import { nodeHost } from "../../../server/supabase/nodeHost.ts";
import { unavailable } from "../../data/calls.ts";
import { CliError } from "../../data/errors.ts";
import { detail, type Io, say } from "../terminal/io.ts";
import type { BackendSettings } from "./settings.ts";

/** The Supabase that a command works on, hosted or embedded. */
export interface Backend {
  supabase: Supabase;
  /** The same client for calls that have to be completed once they have begun: Ctrl-C does not end them. */
  lasting: () => Supabase;
  /** A `fetch` with the retries and the interruption of this command. */
  fetch: typeof fetch;
  url: string;
  embedded: boolean;
  /** Whether an embedded stack is running that sends the mails of its outbox; a hosted project always says false. */
  stackSends: boolean;
  /** What a running embedded stack was started with, whatever the settings here are. */
  runs?: StackFacts;
  /** Key of the backend and the operator, which guards and policies let through. */
  secretKey: string;
  /** Key of an anonymous visitor; undefined where it is not known. */
  publishableKey: string | undefined;
}

/** How often and how long (in ms) calls are tried, and how an embedded stack is started for a command. */
export interface BackendOptions extends Pick<ConnectOptions, "create" | "mail" | "siteUrl" | "captcha" | "shared"> {
  retries: number;
  timeout: number;
}

function stackFailed(cause: unknown): never {
  if (!(cause instanceof StackError)) throw cause;
  throw new CliError(cause instanceof WrongSetupError ? "configuration" : "unreachable", cause.message, { cause });
}

/**
 * Connects, does `work` and disconnects. If no embedded stack is running, one is started for the duration of
 * `work`.
 * @throws CliError `configuration` when there is no database, or when its mails were sent by a route that is
 * not set here; `unreachable` when the embedded stack does not start; and whatever `work` throws.
 */
export async function withBackend<T>(
  settings: BackendSettings,
  io: Io,
  options: BackendOptions,
  work: (backend: Backend) => Promise<T>,
): Promise<T> {
  if (settings.kind === "hosted") {
    const { url, secretKey, publishableKey } = settings;
    const here = isLoopback(new URL(url).hostname);
    const calls = callsOf(io, url, secretKey, here, options);
    return work({ ...calls, url, embedded: false, stackSends: false, secretKey, publishableKey });
  }
  const { dataFolder } = settings;
  const { create, mail, siteUrl, captcha, shared = false } = options;
  const stack = await connectEmbedded(dataFolder, {
    create,
    shared,
    signal: io.signal,
    onWait: (line) => say(io, line),
    log: (line) => say(io, line),
    ...(mail ? { mail, siteUrl } : {}),
    ...(captcha ? { captcha } : {}),
  }).catch(stackFailed);
  const { url, keys, runs, sends: stackSends } = stack;
  const { secretKey } = keys;
  detail(
    io,
    runs
      ? `Found the embedded stack running at ${url}.`
      : `Started the embedded stack of ${dataFolder} for this command.`,
  );
  try {
    const calls = callsOf(io, url, secretKey, true, options);
    const publishableKey = embeddedPublishableKey;
    const backend = { ...calls, url, embedded: true, stackSends, secretKey, publishableKey };
    return await work(runs ? { ...backend, runs } : backend);
  } finally {
    await stack.close();
  }
}

/** Longest time that a call may take with all its retries, in ms; each attempt also has a shorter limit. */
const callTimeout = 30 * 60_000;

/** The ways of calling a backend. One that is `here`, on this machine, is called without the environment's proxy. */
function callsOf(
  io: Io,
  url: string,
  secretKey: string,
  here: boolean,
  options: BackendOptions,
): Pick<Backend, "supabase" | "lasting" | "fetch"> {
  if (here) exemptStack(process.env, url);
  const until = (signal: AbortSignal) => retryingFetch(signal, options, (line) => detail(io, line));
  const client = (send: typeof fetch) =>
    createServiceClient(url, secretKey, { ...nodeHost, fetch: send, timeout: callTimeout });
  const send = until(io.signal);
  return { supabase: client(send), lasting: () => client(until(new AbortController().signal)), fetch: send };
}

/** Pause before the first retry of a call, in ms; it doubles with each attempt (requirements 9). */
const firstPause = 200;

/** Longest pause that a server may ask for with Retry-After, in ms. */
const longestPause = 120_000;

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.name === "TimeoutError" ? "no answer in time" : messageOf(rootOf(error)) || messageOf(error);
};

/**
 * A `fetch` that reads whole answers and tries again after a transient error: a status of {@link unavailable},
 * a deadlock, a lost connection, a timeout or half an answer. Every call that the command line makes can be
 * repeated without harm.
 */
function retryingFetch(
  signal: AbortSignal,
  { retries, timeout }: Pick<BackendOptions, "retries" | "timeout">,
  log: (line: string) => void,
): typeof fetch {
  // Every open call listens to the signal, and the desk has many calls open at once; Node warns from the
  // eleventh listener on.
  setMaxListeners(0, signal);
  const attempt = async (...[input, init]: Parameters<typeof fetch>) => {
    const own = init?.signal ? AbortSignal.any([signal, init.signal]) : signal;
    const response = await fetch(input, { ...init, signal: timeLimit(timeout, own) });
    const body = await response.arrayBuffer();
    const empty = body.byteLength === 0 || init?.method === "HEAD";
    const { status, statusText, headers } = response;
    const deadlocked = status === 500 && new TextDecoder().decode(body).includes(`"${deadlock}"`);
    return {
      response: new Response(empty ? null : body, { status, statusText, headers }),
      transient: deadlocked || unavailable.has(status),
    };
  };
  return async (input, init) => {
    for (let failures = 0; ; failures++) {
      const last = failures >= retries;
      let pause = firstPause * 2 ** failures;
      try {
        const { response, transient } = await attempt(input, init);
        if (last || !transient) return response;
        const asked = readRetryAfter(response.headers.get("retry-after"), Date.now());
        pause = asked === undefined ? pause : Math.min(asked, longestPause);
        log(`The backend answered ${response.status}; trying again in ${pause} ms.`);
      } catch (error) {
        if (signal.aborted) throw error;
        if (last) throw new Error(reasonOf(error), { cause: error });
        log(`Request failed (${reasonOf(error)}); trying again in ${pause} ms.`);
      }
      await sleep(pause, undefined, { signal });
    }
  };
}
