// npm runs this after an installation, to build what users run. `npx prelaunch` runs it too, as for a package that
// was just fetched: npm 9 at each call, npm 11 at the first one. What the installation has built is not built again
// then.
import { execSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const isBuilt = ["dist/scripts/cli.js", "dist/desk/index.html"].every((file) => existsSync(`${root}${file}`));
if (process.env.npm_command !== "exec" || !isBuilt) {
  await import("./bundle.mjs");
  if (!process.exitCode) execSync("npm run --silent desk", { cwd: root, stdio: "inherit" });
}
