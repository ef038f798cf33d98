import { readFileSync } from "node:fs";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { startDenoFunction } from "../../support/denoFunction.ts";
import { type ManagementApi, projectRef, startManagementApi } from "./managementApi.ts";
import { supabaseCli } from "./supabaseCli.ts";

/** Memory a hosted function has, in MiB (https://supabase.com/docs/guides/functions/limits). */
const memoryLimit = 256;

/** Length of a clock tick in /proc/<pid>/stat, in ms (proc(5), USER_HZ). */
const clockTick = 10;

/** An unpacked upload of `functions deploy`. */
export interface Upload {
  folder: string;
  /** Path of the entry point below the folder. */
  entrypoint: string;
  /** Size of its files, without the packages they import, which the host fetches. */
  bytes: number;
  remove(): Promise<void>;
}

/** Links the packages that a function imports into its upload, as a management API received and unpacked it. */
export async function unpacked(folder: string, { received }: ManagementApi): Promise<Omit<Upload, "remove">> {
  await symlink(fileURLToPath(new URL("../../../node_modules", import.meta.url)), join(folder, "node_modules"));
  return { folder, entrypoint: String(received.metadata["entrypoint_path"]), bytes: received.bytes };
}

/**
 * Deploys the function with the Supabase CLI to a management API on loopback, and unpacks the upload.
 * @throws Error with the CLI's output.
 */
export async function uploadFunction(program: string): Promise<Upload> {
  const folder = await mkdtemp(join(tmpdir(), "keelbook-upload-"));
  const api = await startManagementApi(folder);
  const cli = await supabaseCli(program, ["supabase", "server"]);
  try {
    const profile = join(cli.folder, "profile.yaml");
    await writeFile(profile, api.profile);
    const args = ["functions", "deploy", "forms", "--use-api", `--remote=${projectRef}`, "--yes", "--profile", profile];
    const { code, all } = await cli.run(args, { SUPABASE_ACCESS_TOKEN: `sbp_${"0".repeat(40)}` });
    if (code !== 0) throw new Error(`functions deploy ended with ${code}: ${all}`);
    return {
      ...(await unpacked(folder, api)),
      remove: () => rm(folder, { recursive: true, force: true }),
    };
  } finally {
    await api.stop();
    await cli.remove();
  }
}

/** A running deployed function. */
export interface DeployedFunction {
  url: string;
  /** Processor time it has used so far, user and system, in ms. */
  processorTime(): number;
  /** Its peak resident memory so far, in MiB, including Deno itself. */
  peakMemory(): number;
  stop(): Promise<void>;
}

/** Boots an upload in Deno with a hosted function's memory and environment, and waits for its first answer. */
export async function bootFunction(
  upload: Omit<Upload, "remove">,
  env: Record<string, string>,
): Promise<DeployedFunction> {
  const { child, url } = await startDenoFunction(
    [
      "--no-lock",
      `--v8-flags=--max-old-space-size=${memoryLimit}`,
      "--config",
      join(dirname(upload.entrypoint), "deno.json"),
      upload.entrypoint,
    ],
    { cwd: upload.folder, env: { PATH: process.env["PATH"], ...env } },
  );
  return {
    url,
    processorTime() {
      const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
      return (Number(fields[11]) + Number(fields[12])) * clockTick;
    },
    peakMemory() {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      return Number(/^VmHWM:\s+(\d+) kB/mu.exec(status)?.[1]) / 1024;
    },
    stop: async () => {
      child.kill("SIGKILL");
    },
  };
}
