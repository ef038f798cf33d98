import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";

// Shells, containers and hosts set NODE_ENV for all programs.
it("has npm ci install what builds and starts need, with NODE_ENV=production too", () => {
  const plan = execFileSync("npm", ["ci", "--dry-run", "--offline"], {
    env: { ...process.env, NODE_ENV: "production" },
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  expect(plan.split("\n").filter((line) => line.startsWith("remove "))).toEqual([]);
});
