import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "vite";
import { expect, it, onTestFinished } from "vitest";
import { restartAtSettings } from "./restartAtSettings.ts";

it("restarts the dev server when .env is written, and when it changes", async () => {
  const root = await mkdtemp(join(tmpdir(), "keelbook-dot-env-"));
  let starts = 0;
  const counts = { name: "counts", configureServer: () => void starts++ };
  const server = await createServer({
    root,
    configFile: false,
    logLevel: "silent",
    server: { middlewareMode: true, ws: false },
    plugins: [restartAtSettings(), counts],
  });
  onTestFinished(async () => {
    await server.close();
    await rm(root, { recursive: true, force: true });
  });
  for (const content of ["PUBLIC_IMPRINT=Keelbook\n", "PUBLIC_IMPRINT=Another\n"]) {
    const before = starts;
    await expect
      .poll(() => writeFile(join(root, ".env"), content).then(() => starts), { timeout: 10_000 })
      .toBeGreaterThan(before);
  }
});
