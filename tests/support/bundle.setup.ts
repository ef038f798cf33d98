import { execFileSync } from "node:child_process";

/** Bundles the programs and the desk anew, once for a run, as tests start them in processes of their own. */
export default function setup(): void {
  if (process.env["BUNDLED_FOR_TESTS"]) return;
  process.env["BUNDLED_FOR_TESTS"] = "yes";
  execFileSync(process.execPath, ["scripts/bundle.mjs"], { stdio: "inherit" });
  execFileSync("npm", ["run", "--silent", "desk"], { stdio: "inherit" });
}
