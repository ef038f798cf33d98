import { existsSync, renameSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { formerExport } from "../../server/hosting/formerExport.ts";
import { SettingsError } from "../../server/settings/settingsError.ts";

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });

/**
 * Has `make` write an export into a new folder in `out`, and puts it in place of the previous one when it is complete. If `make`
 * fails or is killed, the previous export stays as it was; the next build removes what is left of the new one. The previous
 * export is kept beside the new one until the next is complete.
 * @throws SettingsError where `out` holds something other than an export.
 */
export async function replaceExport(out: string, make: (fresh: string) => Promise<void>): Promise<void> {
  await refuseForeign(out);
  const fresh = join(out, "export.new");
  await makeEmpty(fresh);
  try {
    await make(fresh);
    const former = join(out, formerExport);
    await makeEmpty(former);
    swap(out, fresh, former);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function makeEmpty(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
}

/** Somebody may have mistyped the folder's name. In `dist`, where Git keeps nothing, everything is ours. */
async function refuseForeign(out: string): Promise<void> {
  const [names, site] = await Promise.all([namesIn(out), namesIn(join(out, "client"))]);
  if (out === "dist" || site.includes("404.html")) return;
  const foreign = ["client", "hosting", "server"].find((name) => names.includes(name));
  if (foreign !== undefined && !(foreign === "client" && site.length === 0))
    throw new SettingsError(`${join(out, foreign)} is not part of an export. Name another folder to build to.`);
}

/**
 * Moves the previous export away and the new one to its place. Synchronously, because the export may be served meanwhile, and
 * between two steps a page is missing or has the headers of another build.
 */
function swap(out: string, fresh: string, former: string): void {
  const move = (part: string, from: string, to: string) => {
    if (existsSync(join(from, part))) renameSync(join(from, part), join(to, part));
  };
  // The record goes first and comes last: an export without one counts as incomplete.
  const record = "build.json";
  move(record, out, former);
  for (const part of ["client", "headers.json", "hosting"]) {
    move(part, out, former);
    move(part, fresh, out);
  }
  move(record, fresh, out);
}
