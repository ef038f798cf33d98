import { exemptStack } from "../../server/http/withoutProxy.ts";
import { createServiceClient, type Supabase } from "../../server/supabase/client.ts";
import { nodeHost } from "../../server/supabase/nodeHost.ts";
import { createRetrying, retryingFetch } from "./http.ts";
import { detail, type Io } from "./io.ts";
import { type Post, retryingPost } from "./post.ts";

/** The ways in which a command calls its backend. */
export interface BackendCalls {
  supabase: Supabase;
  /** The same for what has to be completed once it has begun: Ctrl-C does not end its calls. */
  lasting: () => Supabase;
  /** How many attempts at a call have got no answer so far, though they may have been carried out. */
  unanswered: () => number;
  /** A `fetch` with the retries and the interruption of this command. */
  fetch: typeof fetch;
  /** The same for POST requests with large answers. */
  post: Post;
}

/** Where calls go, and how often and how long they are tried. */
export interface CallOptions {
  url: string;
  secretKey: string;
  /** Whether the backend is on this machine, and reached without the environment's proxy. */
  here: boolean;
  retries: number;
  /** Longest wait for one answer, in ms. */
  timeout: number;
}

/** Longest time that a call may take with all its retries, in ms; each attempt has a shorter limit of its own. */
const callTimeout = 30 * 60_000;

/** Makes the ways of calling a backend; all count their unanswered attempts together, and end with the command's signal. */
export function backendCalls(io: Io, { url, secretKey, here, retries, timeout }: CallOptions): BackendCalls {
  let lost = 0;
  const until = (signal: AbortSignal) =>
    createRetrying({ retries, timeout, signal, log: (line) => detail(io, line), unanswered: () => void lost++ });
  const retrying = until(io.signal);
  const send = retryingFetch(retrying);
  const client = (by: typeof fetch) =>
    createServiceClient(url, secretKey, { ...nodeHost, fetch: by, timeout: callTimeout });
  if (here) exemptStack(process.env, url);
  return {
    supabase: client(send),
    lasting: () => client(retryingFetch(until(new AbortController().signal))),
    unanswered: () => lost,
    fetch: send,
    post: retryingPost(retrying, here ? false : undefined),
  };
}
