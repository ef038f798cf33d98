import { stderr } from "node:process";

/** The platform's API that the function uses, which Deno does not have by itself: says when work that continued has ended. */
const EdgeRuntime = {
  waitUntil: (work: Promise<unknown>) => void work.finally(() => stderr.write("The platform waited.\n")),
};
Object.assign(globalThis, { EdgeRuntime });
