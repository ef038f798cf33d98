import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The release that this project's steps are written for; a test compares it with the one in package.json. */
export const supabaseCliVersion = "3.1.0";

const platforms: Partial<Record<NodeJS.Platform, string>> = { linux: "linux", darwin: "darwin", win32: "windows" };

/** Name of the package that contains the Supabase CLI for a machine. */
export const supabaseCliPackage = (platform = process.platform, arch = process.arch): string =>
  `@supabase/cli-${platforms[platform] ?? platform}-${arch}`;

/**
 * Which Supabase CLI to run: the one SUPABASE_CLI names, else the one npm installed for this machine, else whatever
 * `supabase` is on the PATH.
 */
export function findSupabaseCli(named: string | undefined): string {
  if (named !== undefined) return named;
  const name = supabaseCliPackage();
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    return join(folder, "bin", process.platform === "win32" ? "supabase.exe" : "supabase");
  } catch {
    return "supabase";
  }
}

/** Whether the output of `supabase --version` names a release with the flags of 3.x. */
export const isSupported = (version: string): boolean => Number.parseInt(version.trim().replace(/^v/u, ""), 10) >= 3;
