/** Options of waiting for another process. */
export interface Waiting {
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
  /** Logs once, in one line, what it waits for. */
  waits?: ((line: string) => void) | undefined;
}
