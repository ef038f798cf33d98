import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "vite";
import { expect, it, onTestFinished } from "vitest";
import { mockBundle } from "./mockBundle.ts";

it("serves the mocks as one file, and anew when a part of them changes", async () => {
  const root = await mkdtemp(join(tmpdir(), "keelbook-mocks-"));
  const mocks = join(root, "server/mocks");
  await mkdir(mocks, { recursive: true });
  await writeFile(join(root, "page.ts"), 'export { wait } from "./server/mocks/scenarios.ts";');
  for (const name of ["browser", "captcha"]) await writeFile(join(mocks, `${name}.ts`), "export {};");
  await writeFile(join(mocks, "scenarios.ts"), 'export { wait } from "../waits.ts";');
  const setWait = (wait: number) => writeFile(join(root, "server/waits.ts"), `export const wait: number = ${wait};`);
  await setWait(1001);
  const server = await createServer({
    root,
    configFile: false,
    logLevel: "silent",
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false },
    plugins: [mockBundle()],
  });
  onTestFinished(async () => {
    await server.close();
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  });
  const served = async (path: string) => (await server.environments.client.transformRequest(path))?.code;
  expect(await served("/page.ts")).toContain("/virtual:mocks");
  expect(await served("virtual:mocks")).toMatch(/wait = 1001;[^]*\n\/\/# sourceMappingURL=\/mocks\.js\.map\n$/u);
  // The file is saved repeatedly, until the server watches it.
  await expect.poll(() => setWait(1002).then(() => served("virtual:mocks"))).toContain("wait = 1002;");
});
