import type { BackendContext } from "../../cli/context.ts";
import { CliError } from "../../cli/errors.ts";

/**
 * Asks the service that answers at `origin` for one of its paths, whatever its answer is.
 * @throws CliError `unreachable` when it does not answer; what aborted the signal.
 */
export const ask = (
  { fetch: send, signal }: Pick<BackendContext, "fetch" | "signal">,
  origin: string,
  path: string,
  headers: Record<string, string>,
): Promise<Response> =>
  send(`${origin}${path}`, { headers, signal }).catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw new CliError("unreachable", `${origin} does not answer any more.`, { cause });
  });
