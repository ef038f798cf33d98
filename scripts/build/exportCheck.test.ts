import { fileURLToPath } from "node:url";
import { build } from "vite";
import { describe, expect, it } from "vitest";
import { exportCheck } from "./exportCheck.ts";

const bundle = (input: string) =>
  build({
    configFile: false,
    logLevel: "silent",
    publicDir: false,
    plugins: [exportCheck()],
    // A library build keeps what its entry exports, whether it is used or not.
    build: { write: false, lib: { entry: fileURLToPath(new URL(input, import.meta.url)), formats: ["es"] } },
  });

describe("exportCheck", () => {
  it("fails a build that would contain a part of the offline mode, and names it", async () => {
    await expect(bundle("../../server/mocks/scenarios.ts")).rejects.toThrow(
      /would carry a part of the offline mode: .*server\/mocks\//u,
    );
  });

  it("lets every other build pass", async () => {
    await expect(bundle("../../server/contract/limits.ts")).resolves.toBeDefined();
  });
});
