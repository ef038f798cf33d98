import { connectEmbedded } from "../../server/embedded/stack/connect.ts";
import { NoDatabaseError, StackError } from "../../server/embedded/errors/stackError.ts";
import { embeddedPublishableKey } from "../../server/contract/embedded.ts";
import { createServiceClient, type Supabase } from "../../server/supabase/client.ts";
import { nodeHost } from "../../server/supabase/nodeHost.ts";
import { CliError, interruptedError } from "./errors.ts";
import { createRetryingFetch } from "./http.ts";
import { detail, type Io, say } from "./io.ts";
import type { BackendSettings } from "./settings.ts";

/** The Supabase a command works on, hosted or embedded. */
export interface Backend {
  supabase: Supabase;
  url: string;
  embedded: boolean;
  /** Key of the backend and of the operator: no guard and no policy stands in its way. */
  secretKey: string;
  /** Key of an anonymous visitor, where it is known. */
  publishableKey: string | undefined;
  /** Signs sessions on the embedded stack; a hosted project keeps its own to itself. */
  jwtSecret: string | undefined;
  /** Sends a request with the retries and the interruption of this command. */
  fetch: typeof fetch;
}

export interface BackendOptions {
  retries: number;
  /** Longest wait for one answer, in ms. */
  timeout: number;
  /** Makes the database of the embedded stack where there is none. */
  create: boolean;
}

/** Longest a call may take with all its retries, in ms; each attempt has a shorter limit of its own. */
const callTimeout = 30 * 60_000;

/**
 * Connects, does `work`, disconnects; an embedded stack is started for the length of `work` where none is running.
 * @throws CliError `configuration` when there is no database, `unreachable` when the embedded stack does not start, and
 * whatever `work` throws.
 */
export async function withBackend<T>(
  settings: BackendSettings,
  io: Io,
  { retries, timeout, create }: BackendOptions,
  work: (backend: Backend) => Promise<T>,
): Promise<T> {
  const send = createRetryingFetch({ retries, timeout, signal: io.signal, log: (line) => detail(io, line) });
  const client = (url: string, key: string) =>
    createServiceClient(url, key, { ...nodeHost, fetch: send, timeout: callTimeout });
  if (settings.kind === "hosted") {
    const { url, secretKey, publishableKey } = settings;
    return work({
      supabase: client(url, secretKey),
      url,
      embedded: false,
      secretKey,
      publishableKey,
      jwtSecret: undefined,
      fetch: send,
    });
  }
  const stack = await connectEmbedded(settings.dataFolder, { create, log: (line) => say(io, line) }).catch(
    (cause: unknown) => {
      if (!(cause instanceof StackError)) throw cause;
      throw new CliError(cause instanceof NoDatabaseError ? "configuration" : "unreachable", cause.message, { cause });
    },
  );
  detail(
    io,
    stack.started
      ? `Started the embedded stack of ${settings.dataFolder} for this command.`
      : `Found the embedded stack running at ${stack.url}.`,
  );
  try {
    const { secretKey, jwtSecret } = stack.keys;
    return await work({
      supabase: client(stack.url, secretKey),
      url: stack.url,
      embedded: true,
      secretKey,
      publishableKey: embeddedPublishableKey,
      jwtSecret,
      fetch: send,
    });
  } finally {
    await stack.close();
  }
}

/** What supabase-js answers a table call with. */
interface Answer<T> {
  data: T;
  error: { message: string; code?: string } | null;
  status: number;
}

/** Codes of a database that is away: PostgreSQL's class 08 and 57P01 to 57P03 (its appendix A), PostgREST's group 0. */
const awayCode = /^(?:08\w{3}|57P0[123]|PGRST00[0-3])$/u;

/** @supabase/lite 0.10.0 has one code for everything, and hands on what PostgreSQL and its driver say. */
const awayMessage =
  /ECONNREFUSED|ECONNRESET|CONNECT_TIMEOUT|CONNECTION_(?:CLOSED|ENDED|DESTROYED)|terminating connection|the database system is/u;

/** Says in the terms of the command line why a call failed. Never with `details`, which quotes the row. */
export function callError({ error, status }: Pick<Answer<unknown>, "error" | "status">, signal: AbortSignal): CliError {
  const message = error?.message ?? "";
  const options = { cause: error };
  if (signal.aborted) return interruptedError();
  if (status === 0)
    return new CliError(
      "unreachable",
      `The backend cannot be reached: ${message.replace(/^\w*Error: /u, "")}`,
      options,
    );
  if (awayCode.test(error?.code ?? "") || (status >= 500 && awayMessage.test(message)))
    return new CliError(
      "unreachable",
      `The backend answers, but its database does not: ${message.replace(/^\w*Error: /u, "")}`,
      options,
    );
  if (status === 502 || status === 503 || status === 504)
    return new CliError("unreachable", `The backend is not available (HTTP ${status}).`, options);
  if (status === 401 || status === 403)
    return new CliError("configuration", `The backend refuses the secret key (HTTP ${status}).`, {
      ...options,
      hint: "Check SUPABASE_SECRET_KEY: npx prelaunch config",
    });
  if (status === 200 || status === 206)
    return new CliError("unreachable", "The backend's answer is not whole.", options);
  return new CliError(
    "failed",
    `The backend refused the call (HTTP ${status}${error?.code ? `, ${error.code}` : ""}): ${message}`,
    options,
  );
}

/**
 * The data of a call.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export async function dataOf<T, A extends Answer<T>>(
  call: PromiseLike<A & Answer<T>>,
  signal: AbortSignal,
): Promise<NonNullable<A["data"]>> {
  const answer = await call;
  if (answer.error || answer.data === null || answer.data === undefined) throw callError(answer, signal);
  return answer.data;
}
