import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { Window } from "happy-dom";

const run = promisify(execFile);

/** Runs the build command into a folder below dist/, with only these settings in its environment. */
export async function build(folder: string, settings: Record<string, string> = {}): Promise<void> {
  const clean = Object.entries(process.env).filter(([name]) => !/^(?:PUBLIC_|BASE_PATH$|VITEST|NODE_ENV$)/u.test(name));
  await run(process.execPath, ["scripts/build.mjs", folder], {
    env: { ...Object.fromEntries(clean), ...settings },
  });
}

/** A page of an export as a document whose scripts do not run. */
export async function page(folder: string, name: string) {
  const { document } = new Window();
  document.write(await readFile(join(folder, "client", name), "utf8"));
  return document;
}

/** Values of an attribute wherever it stands. */
export const attributes = (document: Awaited<ReturnType<typeof page>>, name: string): string[] =>
  [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? "");
