import { createHash, type Hash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, posix } from "node:path";
import * as v from "valibot";
import { ifMissing } from "../../server/lib/caught.ts";
import {
  addressOfSite,
  buildEnvironment,
  buildSettings,
  type ResolvedSettings,
} from "../../server/settings/resolve.ts";
import { siteAddress } from "./hosting/siteFiles.ts";

/** Everything that an export is made from, as paths below the project's folder. */
const sources = [
  "components",
  "pages",
  "public",
  "scripts/build",
  "server",
  "package.json",
  "package-lock.json",
  // These are the installed packages, which may differ from the lock file.
  "node_modules/.package-lock.json",
  "tsconfig.json",
  "vite.config.ts",
];

/** Hashes of an export and of its sources, and the settings in it, all of which are public. */
const record = v.object({
  inputs: v.string(),
  output: v.string(),
  // A record without settings still belongs to an export, which the next build replaces.
  settings: v.optional(v.record(v.string(), v.string())),
});

/** The record is beside the export and is not published with it. */
const recordOf = (out: string): string => join(out, "build.json");

/**
 * Adds a file to the hash, or the fact that it is missing; for a folder all files below it except tests, in the
 * order of their names.
 */
async function addPath(hash: Hash, root: string, path: string): Promise<void> {
  const entries = await readdir(join(root, path), { withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) {
    const content = await readFile(join(root, path)).catch(ifMissing(undefined));
    hash.update(`${path}\0${content === undefined ? "missing" : content.length}\0`);
    if (content) hash.update(content);
    return;
  }
  for (const { name } of entries.sort((a, b) => (a.name < b.name ? -1 : 1)))
    if (!/\.test\.tsx?$/u.test(name)) await addPath(hash, root, posix.join(path, name));
}

async function hashPaths(root: string, paths: readonly string[], more = ""): Promise<string> {
  const hash = createHash("sha256").update(more);
  for (const path of paths) await addPath(hash, root, path);
  return hash.digest("hex");
}

/**
 * A hash of everything that a build depends on: sources, dependencies, the settings that reach the page, Node's
 * version.
 * @throws SettingsError where a setting of the build is wrong.
 */
export const hashInputs = async (root: string, env: Record<string, string | undefined>): Promise<string> =>
  hashPaths(
    root,
    sources,
    JSON.stringify([process.version, process.platform, process.arch, buildEnvironment(env, root)]),
  );

const hashOutput = (out: string): Promise<string> => hashPaths(out, ["client", "hosting", "headers.json"]);

export const recordBuild = async (out: string, inputs: string, settings: Record<string, string>): Promise<void> =>
  writeFile(recordOf(out), JSON.stringify({ inputs, output: await hashOutput(out), settings }));

/** Reads the record of the build in a folder; undefined when there is no readable one. */
export async function readRecord(out: string): Promise<v.InferOutput<typeof record> | undefined> {
  try {
    return v.parse(record, JSON.parse(await readFile(recordOf(out), "utf8")));
  } catch {
    return undefined;
  }
}

/** Whether the export in a folder was made from these inputs, and is as the build left it. */
export async function isUnchanged(out: string, inputs: string): Promise<boolean> {
  const known = await readRecord(out);
  return known?.inputs === inputs && known.output === (await hashOutput(out));
}

/**
 * Returns a line about a build that was made with other settings than these; undefined when they match.
 * @throws SettingsError when a setting of the build is wrong.
 */
export async function otherSettings(out: string, settings: ResolvedSettings): Promise<string | undefined> {
  const built = (await readRecord(out))?.settings;
  if (built === undefined) return undefined;
  const [intended, made] = [addressOfSite(settings), siteAddress(built)];
  if (intended !== undefined && made !== intended)
    return `The last build is for ${made}, but the settings say that the site is at ${intended}: links and previews will lead to the wrong address. Build again: npm run build`;
  const set = buildSettings(settings);
  const other = Object.keys({ ...built, ...set }).filter((key) => built[key] !== set[key]);
  if (other.length === 0) return undefined;
  return `The last build was made with another value of ${other.join(", ")} than is set now. Build again: npm run build`;
}
