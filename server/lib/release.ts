import { readFileSync } from "node:fs";

/** The commit that scripts/bundle.mjs bundled, shortened; empty where Git does not know it, missing in code that is not bundled. */
declare const commitOfBundle: string | undefined;

/** The version of this release, as package.json has it: `1.0.0`. */
export function thisRelease(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
  );
  return manifest.version;
}

/** The release with its commit, where that is known, as semver.org writes a build: `1.0.0+1a2b3c4`. */
export const thisBuild = (): string =>
  typeof commitOfBundle === "undefined" || commitOfBundle === "" ? thisRelease() : `${thisRelease()}+${commitOfBundle}`;

/** The release of a build: what is before its commit. */
export const releaseOf = (build: string): string => build.split("+", 1)[0] ?? build;
