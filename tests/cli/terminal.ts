import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import type { Host } from "../../scripts/cli/session/context.ts";
import type { Choice, Prompts } from "../../scripts/cli/terminal/io.ts";
import { run } from "../../scripts/cli.ts";
import { productUrl } from "../support/product.ts";

export interface Outcome {
  code: number;
  out: string;
  err: string;
}

/** The environment of a run, and the person at its terminal. */
export interface TerminalOptions {
  env?: Record<string, string | undefined>;
  folder?: string;
  /** The project's folder, by default the same. */
  project?: string;
  signal?: AbortSignal;
  /** Answers to the questions, in turn. Without them nobody can be asked. */
  answers?: string[];
  interactive?: boolean;
  outIsTerminal?: boolean;
  clock?: () => Date;
  columns?: number;
  unicode?: boolean;
  input?: string | Uint8Array | Readable;
  /** This is called with text that is written to stdout, for a command that goes on. */
  heard?: (text: string) => void;
}

class Memory extends Writable {
  text = "";
  readonly #heard: TerminalOptions["heard"];
  constructor(heard?: TerminalOptions["heard"]) {
    super();
    this.#heard = heard;
  }
  override _write(chunk: unknown, _encoding: string, done: () => void): void {
    this.text += String(chunk);
    this.#heard?.(String(chunk));
    done();
  }
}

/** Runs one command line in this process, with a host made for the test. */
export async function cli(argv: readonly string[], options: TerminalOptions = {}): Promise<Outcome> {
  const {
    env = {},
    folder = tmpdir(),
    project = folder,
    signal = new AbortController().signal,
    answers,
    interactive = false,
    outIsTerminal = false,
    clock = () => new Date(),
    columns = 80,
    unicode = true,
    input = "",
    heard,
  } = options;
  const [out, err] = [new Memory(heard), new Memory()];
  const queue = [...(answers ?? [])];
  const host: Host = {
    io: {
      in: input instanceof Readable ? input : Readable.from([Buffer.from(input)]),
      out,
      err,
      signal,
      verbosity: "normal",
      interactive,
      outIsTerminal,
      color: { out: false, err: false },
      columns,
      unicode,
      prompts: answers ? promptsThat(queue) : undefined,
      clock,
    },
    env,
    folder,
    project,
  };
  const code = await run(argv, host);
  return { code, out: out.text, err: err.text };
}

/** A person who answers each prompt with the next answer, and gives up or says no when there are none left. */
function promptsThat(queue: string[]): Prompts {
  const next = () => (queue.shift() ?? "").trim();
  const chosen = <T extends string>(choices: readonly Choice<T>[]): T | undefined => {
    const answer = next().toLowerCase();
    return choices.find(({ value, label }) => value.toLowerCase() === answer || label.toLowerCase() === answer)?.value;
  };
  return {
    confirm: async () => /^y(?:es)?$/iu.test(next()),
    choose: async (_question, choices) => chosen(choices),
    key: async (_question, choices) => chosen(choices),
    text: async () => next(),
  };
}

/** An environment that points the command line at a test backend. */
export const hosted = ({ origin, secretKey }: { origin: string; secretKey: string }) => ({
  SUPABASE_URL: origin,
  SUPABASE_SECRET_KEY: secretKey,
  PRODUCT_URL: productUrl,
});

/** Creates a folder for a test, with a function that removes it. */
export async function scratchFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "keelbook-cli-"));
  // Under root, PostgreSQL runs as another user, who needs access to the folder.
  await chmod(folder, 0o711);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
