import { existsSync, renameSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { ifMissing } from "../../server/lib/caught.ts";
import { formerExport } from "../../server/lib/siteHeaders.ts";
import { SettingsError } from "../../server/settings/read.ts";
import { makeFolder } from "./makeFolder.ts";

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(ifMissing([]));

/** What an export consists of, and what its build writes beside it meanwhile. */
const parts = ["client", "headers.json", "hosting"];
const record = "build.json";
const ownNames: ReadonlySet<string> = new Set([...parts, record, "server", "assets.json"]);
const freshExport = "export.new";

/**
 * Has `make` write an export into a new folder in `out`, and puts it in place of the previous one when it is complete. If `make`
 * fails or is killed, the previous export stays as it was; the next build removes what is left of the new one. The previous
 * export is kept beside the new one until the next is complete.
 * @throws SettingsError where `out` holds something other than an export, or cannot be written.
 */
export async function replaceExport(out: string, make: (fresh: string) => Promise<void>): Promise<void> {
  await refuseForeign(out);
  const fresh = join(out, freshExport);
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
  await makeFolder(folder);
}

/** Somebody may have mistyped the folder's name. In `dist`, where Git keeps nothing, everything is ours. */
async function refuseForeign(out: string): Promise<void> {
  if (out === "dist") return;
  for (const name of [freshExport, formerExport])
    if ((await namesIn(join(out, name))).some((each) => !ownNames.has(each))) throw notOurs(join(out, name));
  const [names, site, formerSite] = await Promise.all(
    [out, join(out, "client"), join(out, formerExport, "client")].map(namesIn),
  );
  // A build that was killed between two renames has moved the page already.
  if (site?.includes("404.html") || formerSite?.includes("404.html")) return;
  const foreign = names?.find((name) => ownNames.has(name) && !(name === "client" && site?.length === 0));
  if (foreign !== undefined) throw notOurs(join(out, foreign));
}

const notOurs = (path: string): SettingsError =>
  new SettingsError(`${path} is not part of an export. Name another folder to build to.`);

/**
 * Moves the previous export away and the new one to its place. Synchronously, because the export may be served meanwhile, and
 * between two steps a page is missing or has the headers of another build.
 */
function swap(out: string, fresh: string, former: string): void {
  const move = (part: string, from: string, to: string) => {
    if (existsSync(join(from, part))) renameSync(join(from, part), join(to, part));
  };
  // The record goes first and comes last: an export without one counts as incomplete.
  move(record, out, former);
  for (const part of parts) {
    move(part, out, former);
    move(part, fresh, out);
  }
  move(record, fresh, out);
}
