import { execFileSync } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { expect, it, onTestFinished } from "vitest";
import { build, exportWithoutSettings } from "./build.ts";

// Shells, containers and hosts set NODE_ENV for all programs.
it("builds the same page with any NODE_ENV", async () => {
  const [own, other] = ["dist/test-node-env", "dist/test-node-env-other"];
  onTestFinished(async () => {
    for (const out of [own, other]) await rm(out, { recursive: true, force: true });
  });
  const usual = await exportWithoutSettings(own);
  await build(other, { NODE_ENV: "development" });
  const page = (out: string) => readFile(`${out}/client/index.html`, "utf8");
  expect(await page(other)).toBe(await page(usual));
});

it("npm ci installs what builds and starts need with NODE_ENV=production too", () => {
  const plan = execFileSync("npm", ["ci", "--dry-run", "--offline"], {
    env: { ...process.env, NODE_ENV: "production" },
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  expect(plan.split("\n").filter((line) => line.startsWith("remove "))).toEqual([]);
});
