import { execFileSync } from "node:child_process";

/** Bundles the programs and the desk anew once for a run, because tests start them in separate processes. */
export default function setup(): void {
  if (process.env["BUNDLED_FOR_TESTS"]) return;
  process.env["BUNDLED_FOR_TESTS"] = "yes";
  execFileSync(process.execPath, ["scripts/bundle.mjs"], { stdio: "inherit" });
  execFileSync("npm", ["run", "--silent", "desk"], { stdio: "inherit" });
}
