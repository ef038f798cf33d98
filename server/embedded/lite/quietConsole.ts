// oxlint-disable no-console -- this file is about the console
import { AsyncLocalStorage } from "node:async_hooks";

const silenced = new AsyncLocalStorage<true>();
let installed = false;

/**
 * Runs `work` with `console.error` muted, for `work` only. lite prints every database error with parameters and row values, which
 * are personal data; its answer still says what went wrong.
 */
export function withoutConsoleErrors<T>(work: () => T): T {
  if (!installed) {
    installed = true;
    const print = console.error.bind(console);
    console.error = (...line: unknown[]) => {
      if (!silenced.getStore()) print(...line);
    };
  }
  return silenced.run(true, work);
}
