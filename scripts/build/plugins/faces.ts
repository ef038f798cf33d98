import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import subset from "subset-font";
import type { Plugin } from "vite";

/** All characters from the first to the last, both included. */
const between = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join("");

/** The characters of the page's texts and of names in western and northern Europe. */
const latin = `${between(0x20, 0x7e)}${between(0xa0, 0xff)}–—‘’‚“”„•…€↑↓−ŒœŸ™`;

/** The letters of Europe's other languages in Latin script. They are fetched only when one of them is shown. */
const latinExt = "ĀāĂăĄąĆćČčĎďĐđĒēĖėĘęĚěĞğĢģĪīĮįİıĶķĹĺĻļĽľŁłŃńŅņŇňŐőŔŕŘřŚśŞşŠšŢţŤťŪūŮůŰűŲųŴŵŶŷŹźŻżŽžȘșȚțẞ";

/** The weights that the page uses: one for headings, two for text. */
const weights = { brygada: 600, hanken: { min: 400, max: 600 } };

/** Returns the part of a typeface that an export contains. */
export async function subsetOf(file: string): Promise<Buffer> {
  const wght = basename(file).startsWith("brygada") ? weights.brygada : weights.hanken;
  const text = file.includes("latin-ext") ? latinExt : latin;
  return subset(await readFile(file), text, { targetFormat: "woff2", variationAxes: { wght } });
}

/**
 * Reduces each typeface that is imported by `?url` to what the page needs, and ships the licences. The dev server
 * uses the whole files.
 */
export function faces(): Plugin {
  const packages = new Set<string>();
  return {
    name: "faces",
    apply: "build",
    enforce: "pre",
    load: {
      filter: { id: /\.woff2\?url$/u },
      async handler(id) {
        const file = id.slice(0, id.lastIndexOf("?"));
        packages.add(dirname(dirname(file)));
        const reference = this.emitFile({ type: "asset", name: basename(file), source: await subsetOf(file) });
        return `export default import.meta.ROLLUP_FILE_URL_${reference};`;
      },
    },
    async generateBundle() {
      const texts = [...packages].sort().map((folder) => readFile(join(folder, "LICENSE"), "utf8"));
      if (texts.length > 0)
        this.emitFile({ type: "asset", fileName: "typefaces.txt", source: (await Promise.all(texts)).join("\n") });
    },
  };
}
