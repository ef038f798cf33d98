import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { filesBelow } from "./exportFiles.ts";

const text = /\.(?:html|js|css|svg|txt|xml|json)$/u;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * What RFC 7932, section 4, calls NPOSTFIX. Which is best depends on the file; the encoder does not try. For a large file each takes half a
 * second, and 1 is best for React's.
 */
const postfixesFor = ({ length }: Buffer): number[] => (length > 100_000 ? [1] : [0, 1, 2, 3]);

/** The smallest of what Brotli makes of a file at quality 11. */
async function smallest(content: Buffer): Promise<Buffer> {
  const encoded = await Promise.all(
    postfixesFor(content).map((postfix) => {
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
      };
      return brotli(content, { params });
    }),
  );
  return encoded.reduce((least, next) => (next.length < least.length ? next : least));
}

/** Writes a `.br` (quality 11) and a `.gz` (level 9) beside every text file, for hosts that serve precompressed files. */
export async function compressExport(site: string): Promise<void> {
  const files = (await filesBelow(site)).filter((file) => text.test(file));
  await Promise.all(
    files.map(async (file) => {
      const path = join(site, file);
      const content = await readFile(path);
      const [br, gz] = await Promise.all([smallest(content), zip(content, { level: 9 })]);
      await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
    }),
  );
}
