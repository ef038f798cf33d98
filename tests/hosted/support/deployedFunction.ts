import { symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { startDenoFunction } from "../../support/denoFunction.ts";
import type { ManagementApi } from "./managementApi.ts";

/** Memory of a hosted function, in MiB (https://supabase.com/docs/guides/functions/limits). */
const memoryLimit = 256;

/** An unpacked upload of `functions deploy`. */
interface Upload {
  folder: string;
  /** Path of the entry point below the folder. */
  entrypoint: string;
}

/** Links the packages that a function imports into its upload, as a management API received and unpacked it. */
export async function unpacked(folder: string, { received }: ManagementApi): Promise<Upload> {
  await symlink(fileURLToPath(new URL("../../../node_modules", import.meta.url)), join(folder, "node_modules"));
  return { folder, entrypoint: String(received.metadata["entrypoint_path"]) };
}

export interface DeployedFunction {
  url: string;
  stop(): Promise<void>;
}

/** Boots an upload in Deno with a hosted function's memory and environment, and waits for its first answer. */
export async function bootFunction(upload: Upload, env: Record<string, string>): Promise<DeployedFunction> {
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
    stop: async () => {
      child.kill("SIGKILL");
    },
  };
}
