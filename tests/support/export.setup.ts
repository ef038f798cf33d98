import { execFileSync } from "node:child_process";
import bundle from "./bundle.setup.ts";

/** Bundles the programs, and builds the export that is tested, `dist`, where it is not of the sources as they are now. */
export default function setup(): void {
  bundle();
  execFileSync(process.execPath, ["scripts/build.mjs", "--if-changed"], { stdio: ["ignore", "ignore", "inherit"] });
}
