import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer, type ViteDevServer } from "vite";
import { expect, it, onTestFinished } from "vitest";
import { restartAtSettings } from "./restartAtSettings.ts";

it("restarts the dev server when .env is written, and when it changes", async () => {
  const root = await mkdtemp(join(tmpdir(), "keelbook-dot-env-"));
  let restarts = 0;
  // The restart is only counted, because a real one would still be under way when the test has ended.
  const counting = {
    name: "counts",
    configureServer: (server: ViteDevServer) => void (server.restart = async () => void restarts++),
  };
  const server = await createServer({
    root,
    configFile: false,
    // As in vite.config.ts, Vite itself reads no .env, because it would restart for the files that it reads.
    envDir: join(root, "none"),
    logLevel: "silent",
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false },
    plugins: [counting, restartAtSettings()],
  });
  onTestFinished(async () => {
    await server.close();
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  });
  for (const content of ["PUBLIC_IMPRINT=Keelbook\n", "PUBLIC_IMPRINT=Another\n"]) {
    const before = restarts;
    // The file is saved repeatedly, until the server watches it.
    await expect.poll(() => writeFile(join(root, ".env"), content).then(() => restarts)).toBeGreaterThan(before);
  }
});
