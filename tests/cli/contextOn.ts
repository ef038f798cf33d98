import { Writable } from "node:stream";
import type { BackendContext } from "../../scripts/cli/context.ts";
import { resolveSettings } from "../../server/settings/resolve.ts";
import type { startBackend } from "../support/backend.ts";

interface Where {
  folder: string;
  signal: AbortSignal;
  /** Connection string for direct queries, as on the embedded stack; without it only the REST service is used. */
  databaseUrl: string | undefined;
}

/** The context that a command gets on a backend, and its output. */
export function contextOn(
  backend: Awaited<ReturnType<typeof startBackend>>,
  { folder, signal, databaseUrl }: Where,
): { context: BackendContext; written: { out: string; err: string } } {
  const written = { out: "", err: "" };
  const into = (name: "out" | "err") =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        written[name] += chunk.toString();
        done();
      },
    });
  const context: BackendContext = {
    in: process.stdin,
    out: into("out"),
    err: into("err"),
    signal,
    verbosity: "normal",
    interactive: false,
    outIsTerminal: false,
    color: { out: false, err: false },
    columns: 80,
    unicode: true,
    prompts: undefined,
    clock: () => new Date(),
    folder,
    project: folder,
    settings: resolveSettings({}, {}, folder),
    env: {},
    supabase: backend.supabase,
    lasting: () => backend.supabase,
    url: backend.origin,
    embedded: databaseUrl !== undefined,
    stackSends: false,
    secretKey: backend.secretKey,
    publishableKey: undefined,
    fetch,
  };
  return { context, written };
}
