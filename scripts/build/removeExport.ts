import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { SettingsError } from "../../server/settings/settingsError.ts";

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });

/**
 * Removes the previous export, complete or interrupted, and nothing else from the folder that a build writes to: somebody may
 * have mistyped its name. In `dist`, where Git keeps nothing, everything is ours.
 * @throws SettingsError where the folder holds something other than an export.
 */
export async function removeExport(out: string): Promise<void> {
  const site = join(out, "client");
  const names = await namesIn(site);
  const ours = names.includes("404.html") || names.includes(".vite");
  const others = await namesIn(out);
  const foreign = ours ? undefined : ["client", "server"].find((name) => others.includes(name));
  if (out !== "dist" && foreign !== undefined && !(foreign === "client" && names.length === 0))
    throw new SettingsError(`${join(out, foreign)} is not part of an export. Name another folder to build to.`);
  await rm(site, { recursive: true, force: true });
}
