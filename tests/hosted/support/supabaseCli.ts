import { execFile } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";
import {
  findSupabaseCli as findProductCli,
  supabaseCliPackage,
  supabaseCliVersion,
} from "../../../scripts/commands/deploy/supabaseCli.ts";

/** The Supabase CLI of this machine; undefined if it is not installed. */
export function findSupabaseCli(): string | undefined {
  const program = findProductCli(undefined);
  return isAbsolute(program) ? program : undefined;
}

/**
 * Refuses to update snapshots, which include the types of the tables, without the CLI that makes them.
 * @throws Error with the command that installs it
 */
export function refuseUpdateWithout(program: string | undefined): void {
  if (program === undefined)
    throw new Error(
      `server/supabase/generated.ts cannot be written anew without the Supabase CLI. Install it: npm install --no-save ${supabaseCliPackage}@${supabaseCliVersion}`,
    );
}

/** Result of one call of the Supabase CLI; `out` is its standard output, `all` has both streams. */
export interface Ran {
  code: number;
  out: string;
  all: string;
}

/** Runs the Supabase CLI on a copy of some folders of this checkout, in which it may create files. */
export async function supabaseCli(program: string, folders = ["supabase"]) {
  const folder = await mkdtemp(join(tmpdir(), "keelbook-supabase-"));
  for (const name of folders)
    await cp(new URL(`../../../${name}`, import.meta.url), join(folder, name), { recursive: true });
  return {
    folder,
    run: (args: string[], env: Record<string, string> = {}) =>
      new Promise<Ran>((resolve) => {
        const options = {
          cwd: folder,
          timeout: 60_000,
          env: {
            PATH: process.env["PATH"],
            HOME: folder,
            SUPABASE_TELEMETRY_DISABLED: "1",
            DO_NOT_TRACK: "1",
            ...env,
          },
        };
        execFile(program, args, options, (error, out, err) =>
          resolve({ code: error === null ? 0 : Number(error.code ?? 1), out, all: `${out}${err}` }),
        );
      }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
