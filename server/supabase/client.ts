import { SupabaseClient, type SupabaseClientOptions } from "@supabase/supabase-js";
import { storeTimeout, timeLimit } from "../lib/time.ts";
import type { Database } from "./schema.ts";

/** A supabase-js client with the types of our tables and functions. */
export type Supabase = SupabaseClient<Database>;

/** A client that calls once: supabase-js 2.109 would repeat a failed read three times, and passes on no option that stops it. */
class CallsOnce extends SupabaseClient<Database> {
  constructor(...parameters: ConstructorParameters<typeof SupabaseClient<Database>>) {
    super(...parameters);
    this.rest.retry = false;
  }
}

/** What differs between hosts: the `fetch` to use, and on Node 20 a WebSocket, without which supabase-js throws. */
export type HostOptions = Pick<SupabaseClientOptions<"public">, "realtime"> & {
  fetch?: typeof fetch;
  /** Time limit of a call, in ms; {@link storeTimeout} by default. */
  timeout?: number;
};

/** A client with the secret key: it bypasses row level security and must never reach a browser. */
export function createServiceClient(url: string, secretKey: string, host: HostOptions = {}): Supabase {
  const send = host.fetch ?? fetch;
  return new CallsOnce(url, secretKey, {
    ...(host.realtime ? { realtime: host.realtime } : {}),
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: {
      fetch: (input, init) => {
        const signal = timeLimit(host.timeout ?? storeTimeout, init?.signal);
        // This is a race, because the embedded stack's fetch, which answers within this process, ignores abort
        // signals.
        return Promise.race([send(input, { ...init, signal }), aborted(signal)]);
      },
    },
  });
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
