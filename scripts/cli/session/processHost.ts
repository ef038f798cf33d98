import { fileURLToPath } from "node:url";
import type { Host } from "./context.ts";
import { isClosedPipe } from "../../data/errors.ts";
import { onInterruption } from "../terminal/interruption.ts";
import { terminalPrompts } from "../terminal/prompts.ts";

const wantsColor = (stream: NodeJS.WriteStream): boolean =>
  process.env.NO_COLOR
    ? false
    : process.env.FORCE_COLOR
      ? !["0", "false"].includes(process.env.FORCE_COLOR)
      : stream.isTTY && process.env.TERM !== "dumb";

/** Width of a terminal that does not report one, in cells. */
const usualColumns = 80;

/**
 * Whether text may be UTF-8. The first of these variables that is set decides (POSIX.1-2024 section 8.2);
 * Windows terminals accept UTF-8.
 */
const speaksUtf8 = ({ LC_ALL, LC_CTYPE, LANG }: NodeJS.ProcessEnv): boolean =>
  process.platform === "win32" || /utf-?8/iu.test([LC_ALL, LC_CTYPE, LANG].find(Boolean) ?? "");

/**
 * The width of the terminal, in cells. If stdout leads elsewhere, it is the width of the terminal that shows
 * messages.
 */
const columns = (): number =>
  process.stdout.columns || process.stderr.columns || Number(process.env.COLUMNS) || usualColumns;

/** The process as a host, and what only the program's entry needs. */
interface ProcessHost {
  host: Host;
  /**
   * Why stdout failed, if it did. Commander writes help without waiting for the result, so the failure is found
   * here.
   */
  refusal: () => Error | undefined;
  dispose: () => void;
}

/**
 * The process as the command line sees it. The first Ctrl-C aborts the signal and lets the command clean up; a
 * later one ends the process at once. A reader that closes our stdout aborts with `closedPipe`.
 */
export function processHost(closedPipe: symbol): ProcessHost {
  const controller = new AbortController();
  const { signal } = controller;
  let refused: Error | undefined;
  const dispose = onInterruption(() => controller.abort());
  process.stdout.on("error", (error) => {
    if (isClosedPipe(error)) controller.abort(closedPipe);
    else refused = error;
  });
  // The reader of stderr has closed it, so there is nobody to tell.
  process.stderr.on("error", () => undefined);
  const hasTerminal = process.stdin.isTTY && process.stderr.isTTY;
  const host: Host = {
    io: {
      in: process.stdin,
      out: process.stdout,
      err: process.stderr,
      signal,
      verbosity: "normal",
      interactive: process.stderr.isTTY && process.env.TERM !== "dumb",
      outIsTerminal: process.stdout.isTTY,
      columns: columns(),
      unicode: speaksUtf8(process.env),
      color: { out: wantsColor(process.stdout), err: wantsColor(process.stderr) },
      prompts: hasTerminal ? terminalPrompts(process.stdin, process.stderr, signal) : undefined,
      clock: () => new Date(),
    },
    env: process.env,
    folder: process.cwd(),
    project: fileURLToPath(new URL("../../..", import.meta.url)),
  };
  return { host, refusal: () => refused, dispose };
}
