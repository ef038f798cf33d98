import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { describe, expect, it, onTestFinished } from "vitest";
import { exportCheck } from "./exportCheck.ts";

const bundle = (input: string, publicDir: string | false = false) =>
  build({
    configFile: false,
    logLevel: "silent",
    publicDir,
    plugins: [exportCheck()],
    // A library build keeps what its entry exports, whether it is used or not.
    build: { write: false, lib: { entry: fileURLToPath(new URL(input, import.meta.url)), formats: ["es"] } },
  });

describe("exportCheck", () => {
  it("fails a build that would contain a part of the offline mode, and names it", async () => {
    await expect(bundle("../../../server/mocks/scenarios.ts")).rejects.toThrow(
      /would carry a part of the offline mode: .*server\/mocks\//u,
    );
  });

  it("fails a build whose public folder holds MSW's worker, as msw init puts it there", async () => {
    const folder = await mkdtemp(join(tmpdir(), "keelbook-public-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, "mockServiceWorker.js"), "");
    await expect(bundle("../../../server/contract/limits.ts", folder)).rejects.toThrow("Remove mockServiceWorker.js");
  });
});
