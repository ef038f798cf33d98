import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { SettingsError } from "../../server/settings/settingsError.ts";

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });

/**
 * Removes the export before, whole or interrupted, and nothing else that stands where a build writes: the folder may
 * have been typed. In `dist`, where Git keeps nothing, all is ours.
 * @throws SettingsError
 */
export async function removeExport(out: string): Promise<void> {
  const site = join(out, "client");
  const names = await namesIn(site);
  const ours = names.includes("404.html") || names.includes(".vite");
  const others = await namesIn(out);
  const foreign = ours ? undefined : ["client", "server"].find((name) => others.includes(name));
  if (out !== "dist" && foreign !== undefined && !(foreign === "client" && names.length === 0))
    throw new SettingsError(`${join(out, foreign)} is no part of an export. Name another folder to build to.`);
  await rm(site, { recursive: true, force: true });
}
