import { StackError, WrongSetupError } from "../../../server/embedded/errors/stackError.ts";
import { connectEmbedded, type ConnectOptions } from "../../../server/embedded/stack/connect.ts";
import { CliError } from "../../data/errors.ts";
import { detail, type Io, say } from "../terminal/io.ts";

/** How an embedded stack is started for a command. */
export type StackOptions = Pick<ConnectOptions, "create" | "mail" | "siteUrl" | "captcha" | "shared">;

function stackFailed(cause: unknown): never {
  if (!(cause instanceof StackError)) throw cause;
  throw new CliError(cause instanceof WrongSetupError ? "configuration" : "unreachable", cause.message, { cause });
}

/**
 * Finds the embedded stack that runs on a data folder, or starts one until `close`. Loading this module loads the
 * stack's code, so only `withBackend` imports it, when a command needs it.
 * @throws CliError `configuration` when there is no database, or when its mails were sent by a route that is
 * not set here; `unreachable` when the stack does not start.
 */
export async function openStack(
  dataFolder: string,
  io: Io,
  { create, mail, siteUrl, captcha, shared = false }: StackOptions,
) {
  const stack = await connectEmbedded(dataFolder, {
    create,
    shared,
    signal: io.signal,
    onWait: (line) => say(io, line),
    log: (line) => say(io, line),
    ...(mail ? { mail, siteUrl } : {}),
    ...(captcha ? { captcha } : {}),
  }).catch(stackFailed);
  detail(
    io,
    stack.runs
      ? `Found the embedded stack running at ${stack.url}.`
      : `Started the embedded stack of ${dataFolder} for this command.`,
  );
  return stack;
}
