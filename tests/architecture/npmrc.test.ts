import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as v from "valibot";

const list = v.object({ dependencies: v.record(v.string(), v.unknown()) });
const manifest = v.object({ devDependencies: v.record(v.string(), v.string()) });

// Shells, containers and hosts set NODE_ENV for all programs. npm lists what it would install.
it("has npm install what builds and starts need, with NODE_ENV=production too", () => {
  const listed = execFileSync("npm", ["ls", "--depth=0", "--json"], {
    env: { ...process.env, NODE_ENV: "production" },
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  const { dependencies } = v.parse(list, JSON.parse(listed));
  const { devDependencies } = v.parse(manifest, JSON.parse(readFileSync("package.json", "utf8")));
  expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(Object.keys(devDependencies)));
});
