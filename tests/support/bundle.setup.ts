import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Bundles the programs anew, once for a run, as tests start them in processes of their own. */
export default function setup(): void {
  if (process.env["BUNDLED_FOR_TESTS"]) return;
  process.env["BUNDLED_FOR_TESTS"] = "yes";
  execFileSync(process.execPath, ["scripts/bundle.mjs"], { stdio: "inherit" });
  if (!existsSync("dist/desk/index.html")) execFileSync("npm", ["run", "--silent", "desk"], { stdio: "inherit" });
}
