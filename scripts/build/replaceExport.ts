import { existsSync, renameSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { ifMissing, messageOf } from "../../server/lib/caught.ts";
import { formerExport } from "../../server/http/siteHeaders.ts";
import { SettingsError } from "../../server/settings/read.ts";
import { readRecord } from "./unchanged.ts";

/**
 * The parts of an export. The record is deleted first and written last, so that an export without one counts as
 * incomplete.
 */
const parts = ["client", "headers.json", "hosting"];
const record = "build.json";
const freshExport = "export.new-";

/** The age in ms from which a build's folder must belong to a build that was killed. */
const abandoned = 3_600_000;

/**
 * Lets `make` write an export into a new folder in `out`, and puts it in place of the previous one when it is
 * complete. The previous one is kept beside it until the next is complete, for pages that are still open.
 * @throws SettingsError when `out` holds something other than an export, or cannot be written.
 */
export async function replaceExport(out: string, make: (fresh: string) => Promise<void>): Promise<void> {
  await refuseForeign(out);
  const fresh = await makeFresh(out);
  try {
    await make(fresh);
    const former = join(out, formerExport);
    await rm(former, { recursive: true, force: true });
    await mkdir(former);
    swap(out, fresh, former);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/**
 * Refuses a folder that holds something else, because its name may be mistyped. Everything in `dist` is ours, as
 * Git keeps nothing there.
 */
async function refuseForeign(out: string): Promise<void> {
  if (out === "dist") return;
  const names = await readdir(out).catch(ifMissing([]));
  if (names.length > 0 && (await readRecord(out)) === undefined)
    throw new SettingsError(`${out} is not the folder of an export. Name another one to build to.`);
}

async function makeFresh(out: string): Promise<string> {
  try {
    await mkdir(out, { recursive: true });
    for (const name of await readdir(out)) {
      const path = join(out, name);
      if (name.startsWith(freshExport) && (await stat(path)).mtimeMs < Date.now() - abandoned)
        await rm(path, { recursive: true, force: true });
    }
    return await mkdtemp(join(out, freshExport));
  } catch (cause) {
    throw new SettingsError(`The build cannot write its files: ${messageOf(cause)}`, { cause });
  }
}

/**
 * Moves the previous export away and the new one to its place. This is synchronous, because the export may be
 * served meanwhile: between two steps a page is missing or has the headers of another build.
 */
function swap(out: string, fresh: string, former: string): void {
  const move = (part: string, from: string, to: string) => {
    if (existsSync(join(from, part))) renameSync(join(from, part), join(to, part));
  };
  move(record, out, former);
  for (const part of parts) {
    move(part, out, former);
    move(part, fresh, out);
  }
  move(record, fresh, out);
}
