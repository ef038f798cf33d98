import { createHash } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { addFile, addFolder } from "./hashFiles.ts";

/** Two hashes: of what an export was made from, and of the export itself. */
const record = v.object({ inputs: v.string(), output: v.string() });

/** The record is beside the export and is not published with it. */
const recordOf = (out: string): string => join(out, "build.json");

async function hashOutput(out: string): Promise<string> {
  const hash = createHash("sha256");
  await addFolder(hash, out, "client");
  await addFolder(hash, out, "hosting");
  await addFile(hash, out, "headers.json");
  return hash.digest("hex");
}

/** Deletes the record before the export is touched, so that an export whose build was killed does not count as complete. */
export const forgetBuild = (out: string): Promise<void> => rm(recordOf(out), { force: true });

/** Records a complete build. */
export async function recordBuild(out: string, inputs: string): Promise<void> {
  const fresh = `${recordOf(out)}.new`;
  await writeFile(fresh, JSON.stringify({ inputs, output: await hashOutput(out) }));
  await rename(fresh, recordOf(out));
}

/** Whether the export in a folder was made from these inputs, and is as the build left it. */
export async function isUnchanged(out: string, inputs: string): Promise<boolean> {
  try {
    const known = v.parse(record, JSON.parse(await readFile(recordOf(out), "utf8")));
    return known.inputs === inputs && known.output === (await hashOutput(out));
  } catch {
    // A record that cannot be read proves nothing: the site is built again.
    return false;
  }
}
