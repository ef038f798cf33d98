import { timeout } from "../forms/backend/endpoint.ts";

/** Statuses that are worth another attempt (requirements 8). */
const away: ReadonlySet<number> = new Set([502, 503, 504]);

/** Pause before the second attempt, doubled for each further one (requirements 9), and the longest pause; in milliseconds. */
const [firstPause, lastPause] = [200, 800];

let wait: string | null = null;

/** `Retry-After` of the last answer that had one, as the errors of supabase-js do not include it. */
export const lastWait = (): string | null => wait;

/**
 * Leaves out when a session expires by the backend's clock, in place of which the library puts `expires_in` from now. By a visitor's
 * clock that is hours ahead, every new session would have expired, and be refreshed twice in half a minute until the backend ends it.
 */
const withoutExpiry = (answer: Response): Response =>
  Object.assign(answer, {
    json: async (): Promise<unknown> =>
      JSON.parse(await answer.text(), (key, value: unknown) => (key === "expires_at" ? undefined : value)),
  });

/**
 * The service refuses in JSON. Anything else is the page of a proxy or a firewall: the library would take that for the end of a session,
 * and the page for that of a link.
 */
const isForeign = ({ ok, headers }: Response): boolean => !ok && !headers.get("content-type")?.includes("json");

/**
 * `fetch` for supabase-js, which repeats requests while the service is unavailable for a moment, and gives up waiting for an answer.
 * Refreshes are left to the library: a session whose refresh was given up, but done, would end.
 */
export const persistentFetch: typeof fetch = async (input, init) => {
  const repeatable = !String(input).includes("grant_type=refresh_token");
  for (let pause = firstPause; ; pause *= 2) {
    const answer = await fetch(input, repeatable ? { ...init, signal: AbortSignal.timeout(timeout) } : init);
    wait = answer.headers.get("retry-after") ?? wait;
    if (!repeatable || !away.has(answer.status) || pause > lastPause) {
      // Hosted projects limit the refreshes of a network, which ends no session either.
      const tooMany = !repeatable && answer.status === 429;
      return tooMany || isForeign(answer) ? new Response(null, { status: 503 }) : withoutExpiry(answer);
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
};
