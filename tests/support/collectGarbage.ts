import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { onTestFinished } from "vitest";

/**
 * Has Node collect garbage again and again until the test ends, so that anything that nothing holds, such as a
 * time limit, is gone.
 */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect !== "function") throw new Error("This Node has no gc().");
  const collecting = setInterval(() => collect(), 20);
  onTestFinished(() => clearInterval(collecting));
}
