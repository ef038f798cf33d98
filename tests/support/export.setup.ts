import { execFileSync } from "node:child_process";
import bundle from "./bundle.setup.ts";

/** Bundles the programs, and builds the tested export `dist` if it was not built of the present sources. */
export default function setup(): void {
  bundle();
  execFileSync(process.execPath, ["scripts/build.mjs", "--if-changed"], { stdio: ["ignore", "ignore", "inherit"] });
}
