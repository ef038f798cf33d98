import { createHash } from "node:crypto";
import { buildEnvironment } from "../../../server/settings/build.ts";
import { addFile, addFolder } from "./hashFiles.ts";

/** Everything that an export is made from, as paths below the project's folder. */
const folders = ["components", "pages", "public", "scripts/build", "server"];
const files = [
  "package.json",
  "package-lock.json",
  // The installed packages, which may differ from the lock file.
  "node_modules/.package-lock.json",
  "tsconfig.json",
  "vite.config.ts",
];

/**
 * A hash of everything that a build depends on: sources, dependencies, the settings that reach the page, Node's version.
 * @throws SettingsError where a setting of the build is wrong.
 */
export async function hashInputs(root: string, env: Record<string, string | undefined>): Promise<string> {
  const hash = createHash("sha256");
  const settings = buildEnvironment(env, root);
  hash.update(JSON.stringify([process.version, process.platform, process.arch, settings]));
  for (const folder of folders) await addFolder(hash, root, folder, (name) => !/\.test\.tsx?$/u.test(name));
  for (const file of files) await addFile(hash, root, file);
  return hash.digest("hex");
}
