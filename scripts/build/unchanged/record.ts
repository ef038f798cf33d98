import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
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

/** Records a complete build. */
export const recordBuild = async (out: string, inputs: string): Promise<void> =>
  writeFile(recordOf(out), JSON.stringify({ inputs, output: await hashOutput(out) }));

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
