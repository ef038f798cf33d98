import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { Command } from "commander";
import { messageOf } from "../../server/lib/caught.ts";
import { thisRelease } from "../../server/lib/release.ts";
import { forgetSettings } from "../support/forgetSettings.ts";
import { parseScript } from "../support/parseScript.ts";
import { archiveOf } from "./archive.ts";
import { makeArchive } from "./maker.ts";

// This makes the archive of the release that package.json names, before it is tagged (docs/releasing.md).

parseScript(
  new Command("node --import ./scripts/typescript.mjs tests/upgrade/make.ts").description(
    "Makes tests/upgrade/<version>.tar.gz, by which every later version is tested to update from this one.",
  ),
);
forgetSettings();

/** Why the archive of a version may not be made any more; undefined if it may. */
function refusal(version: string, file: string): string | undefined {
  const tags = execFileSync("git", ["tag", "--list", version, `v${version}`], { encoding: "utf8" }).trim();
  if (tags !== "")
    return `${version} is released (tag ${tags}), and its archive stays as it is. Set the next version in package.json first.`;
  return existsSync(file) ? `${file} exists. Delete it first, if ${version} was not released.` : undefined;
}

const version = thisRelease();
const file = archiveOf(version);
const problem = refusal(version, file) ?? (await makeArchive(file).then(() => undefined, messageOf));
if (problem === undefined) process.stdout.write(`${file} is made. Commit it, then tag the commit.\n`);
else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
