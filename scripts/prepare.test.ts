import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { expect, it } from "vitest";

it("builds nothing again where npx runs it", () => {
  const builtAt = () => statSync("dist/scripts/cli.js").mtimeMs;
  const before = builtAt();
  execFileSync(process.execPath, ["scripts/prepare.mjs"], { env: { ...process.env, npm_command: "exec" } });
  expect(builtAt()).toBe(before);
});
