import { createHash } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { addFile, addFolder } from "./hashFiles.ts";

/** Of what an export was made, and what it is: two hashes. */
const record = v.object({ inputs: v.string(), output: v.string() });

/** The record lies beside the export, which is published without it. */
const recordOf = (out: string): string => join(out, "build.json");

async function hashOutput(out: string): Promise<string> {
  const hash = createHash("sha256");
  await addFolder(hash, out, "client");
  await addFolder(hash, out, "hosting");
  await addFile(hash, out, "headers.json");
  return hash.digest("hex");
}

/** Forgets a build before its export is touched: a build that is killed leaves none behind that counts as whole. */
export const forgetBuild = (out: string): Promise<void> => rm(recordOf(out), { force: true });

/** Records a build that is whole. */
export async function recordBuild(out: string, inputs: string): Promise<void> {
  const fresh = `${recordOf(out)}.new`;
  await writeFile(fresh, JSON.stringify({ inputs, output: await hashOutput(out) }));
  await rename(fresh, recordOf(out));
}

/** Whether the export in a folder was made of these inputs, and is as the build left it. */
export async function isUnchanged(out: string, inputs: string): Promise<boolean> {
  try {
    const known = v.parse(record, JSON.parse(await readFile(recordOf(out), "utf8")));
    return known.inputs === inputs && known.output === (await hashOutput(out));
  } catch {
    // A record that cannot be read says nothing: the build is done again.
    return false;
  }
}
