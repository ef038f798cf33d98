import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { compressExport } from "../../../scripts/build/compress.ts";

const run = promisify(execFile);
const out = "dist/bench-peer";

/**
 * Builds the one peer that needs nothing from elsewhere, a bare page of Vike and React hydrated at load. In a process of
 * its own: Vike knows one root per process.
 * @returns the folder to serve.
 */
export async function buildPeer(): Promise<string> {
  await run("npx", ["--no-install", "vike", "build"], { cwd: fileURLToPath(new URL("../peer", import.meta.url)) });
  await compressExport(`${out}/client`);
  await writeFile(`${out}/client/404.html`, "");
  await writeFile(`${out}/headers.json`, JSON.stringify({ base: "/", everywhere: {}, assets: { "cache-control": "max-age=31536000, immutable" }, pages: {} }));
  return `${out}/client`;
}
