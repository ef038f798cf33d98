// oxlint-disable no-console -- the console is what is being quieted
import { AsyncLocalStorage } from "node:async_hooks";

const silenced = new AsyncLocalStorage<true>();
let installed = false;

/**
 * Runs `work` with `console.error` muted inside it only. lite prints every database error with its parameters and
 * row values, which are personal data; the answer it gives says what went wrong all the same.
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
