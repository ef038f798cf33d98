import { embeddedPublishableKey } from "../../../server/contract/brand.ts";
import { exemptStack, isLoopback } from "../../../server/lib/loopback.ts";
import type { StackFacts } from "../../../server/settings/running.ts";
import { createServiceClient, type Supabase } from "../../../server/supabase/client.ts";
import { nodeHost } from "../../../server/supabase/nodeHost.ts";
import { detail, type Io } from "../terminal/io.ts";
import { type Attempts, retryingFetch } from "./retryingFetch.ts";
import type { BackendSettings } from "./settings.ts";
import type { StackOptions } from "./stack.ts";

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

/** How calls are tried, and how an embedded stack is started for a command. */
export type BackendOptions = Attempts & StackOptions;

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
  const { openStack } = await import("./stack.ts");
  const { url, keys, runs, sends: stackSends, close } = await openStack(dataFolder, io, options);
  const { secretKey } = keys;
  try {
    const calls = callsOf(io, url, secretKey, true, options);
    const publishableKey = embeddedPublishableKey;
    const backend = { ...calls, url, embedded: true, stackSends, secretKey, publishableKey };
    return await work(runs ? { ...backend, runs } : backend);
  } finally {
    await close();
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
