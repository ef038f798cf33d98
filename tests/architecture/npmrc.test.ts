import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as v from "valibot";

const list = v.object({ dependencies: v.record(v.string(), v.unknown()) });
const packages = v.record(v.string(), v.string());
const manifest = v.object({ devDependencies: packages, optionalDependencies: packages });

// Shells, containers and hosts set NODE_ENV for all programs, which omits dev packages, and a user's .npmrc may
// omit others. npm lists what it would install.
it("has npm install what builds and starts need, on a machine that omits dev and optional packages too", () => {
  const listed = execFileSync("npm", ["ls", "--depth=0", "--json"], {
    env: { ...process.env, NODE_ENV: "production", npm_config_omit: "dev\n\noptional" },
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  const { dependencies } = v.parse(list, JSON.parse(listed));
  const { devDependencies, optionalDependencies } = v.parse(manifest, JSON.parse(readFileSync("package.json", "utf8")));
  // None of the optional packages is for every platform, so only those of this platform are expected.
  const here = Object.keys(optionalDependencies).filter((name) => existsSync(`node_modules/${name}`));
  const needed = [...Object.keys(devDependencies), ...here];
  expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(needed));
});
