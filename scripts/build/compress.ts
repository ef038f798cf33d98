import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { filesBelow } from "./exportFiles.ts";

const text = /\.(?:html|js|css|svg|txt|xml|json)$/u;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Writes a `.br` (quality 11) and a `.gz` (level 9) beside every text file, for hosts that serve precompressed
 * files.
 */
export async function compressExport(site: string): Promise<void> {
  const files = (await filesBelow(site)).filter((file) => text.test(file));
  await Promise.all(
    files.map(async (file) => {
      const path = join(site, file);
      const content = await readFile(path);
      const [br, gz] = await Promise.all([
        brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_NPOSTFIX]: 1 } }),
        zip(content, { level: 9 }),
      ]);
      await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
    }),
  );
}
