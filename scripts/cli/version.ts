import { readFileSync } from "node:fs";
import { programName } from "./help.ts";

/** Name and version of the program: `prelaunch 0.1.0`. */
export function version(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
  );
  return `${programName} ${manifest.version}`;
}
