import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import type { Host } from "../../scripts/cli/context.ts";
import { run } from "../../scripts/cli.ts";

/** What one run of the command line did. */
export interface Outcome {
  code: number;
  out: string;
  err: string;
}

/** Where a command line is run, and who sits at it. */
export interface TerminalOptions {
  env?: Record<string, string | undefined>;
  folder?: string;
  signal?: AbortSignal;
  /** Answers to the questions asked, in turn. Without them nobody can be asked. */
  answers?: string[];
  /** The key pressed next at the terminal. Without it there is none. */
  key?: () => Promise<string>;
  interactive?: boolean;
  outIsTerminal?: boolean;
  clock?: () => Date;
  columns?: number;
  unicode?: boolean;
  /** What is piped in. */
  input?: string | Uint8Array;
}

class Memory extends Writable {
  text = "";
  override _write(chunk: unknown, _encoding: string, done: () => void): void {
    this.text += String(chunk);
    done();
  }
}

/** Runs one command line in this process, on a host of the test's own. */
export async function cli(argv: readonly string[], options: TerminalOptions = {}): Promise<Outcome> {
  const {
    env = {},
    folder = tmpdir(),
    signal = new AbortController().signal,
    answers,
    key,
    interactive = false,
    outIsTerminal = false,
    clock = () => new Date(),
    columns = 80,
    unicode = true,
    input = "",
  } = options;
  const [out, err] = [new Memory(), new Memory()];
  const queue = [...(answers ?? [])];
  const host: Host = {
    io: {
      in: Readable.from([Buffer.from(input)]),
      out,
      err,
      signal,
      verbosity: "normal",
      interactive,
      outIsTerminal,
      color: { out: false, err: false },
      columns,
      unicode,
      ask: answers ? async () => queue.shift() ?? "" : undefined,
      key,
      clock,
    },
    env,
    folder,
    project: folder,
  };
  const code = await run(argv, host);
  return { code, out: out.text, err: err.text };
}

/** The environment that points the command line at a test backend. */
export const hosted = ({ origin, secretKey }: { origin: string; secretKey: string }) => ({
  SUPABASE_URL: origin,
  SUPABASE_SECRET_KEY: secretKey,
});

/** A folder of the test's own, and its removal. */
export async function scratchFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "keelbook-cli-"));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
