/** Answers that are worth another try (requirements 8). */
const away: ReadonlySet<number> = new Set([502, 503, 504]);

/** The pause before the second try, doubled for each after it (requirements 9), and the longest there is; in milliseconds. */
const [firstPause, lastPause] = [200, 800];

let wait: string | null = null;

/** The `Retry-After` of the last answer that had one, which the errors of supabase-js leave out. */
export const lastWait = (): string | null => wait;

/** `fetch` for supabase-js: tries again where the service is away for a moment. A refresh the library repeats by itself. */
export const persistentFetch: typeof fetch = async (input, init) => {
  const repeatable = !String(input).includes("grant_type=refresh_token");
  for (let pause = firstPause; ; pause *= 2) {
    const answer = await fetch(input, init);
    wait = answer.headers.get("retry-after") ?? wait;
    if (!repeatable || !away.has(answer.status) || pause > lastPause) return answer;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
};
