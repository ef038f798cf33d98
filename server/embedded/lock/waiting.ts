/** How one process waits for others. */
export interface Waiting {
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
  /** Told once, in a line, what is waited for. */
  waits?: ((line: string) => void) | undefined;
}
