import { mkdir, readFile, writeFile } from "node:fs/promises";
import { differingShare, readPng, writeSmallPng } from "./pixels.ts";

/** A folder of pictures of one product, with the fonts that they were drawn with. */
export interface Album {
  /** Writes a picture, or compares it with the one that is there; one that differs is saved in `test-results/pictures`. */
  keep(file: string, png: Uint8Array): Promise<void>;
  /** Ends the work: notes the fonts, or says which pictures differ and sets the process's exit code. */
  close(): Promise<void>;
}

/**
 * Opens a folder of pictures, to compare them if the process was called with `--compare`, to write them otherwise. A picture differs if
 * this share of its blocks does.
 * @throws Error when pictures are to be compared that were drawn with other fonts.
 */
export async function openAlbum(folder: string, { fonts, share }: { fonts: string; share: number }): Promise<Album> {
  const kept = (file: string) => readFile(`${folder}/${file}`).catch(() => undefined);
  if (!process.argv.includes("--compare")) {
    await mkdir(folder, { recursive: true });
    return {
      keep: (file, png) => writeFile(`${folder}/${file}`, writeSmallPng(readPng(png))),
      close: () => writeFile(`${folder}/fonts.txt`, `${fonts}\n`),
    };
  }
  if (String(await kept("fonts.txt")).trim() !== fonts)
    throw new Error(
      `The pictures in ${folder} were drawn with other fonts than this machine's: Debian's fonts-dejavu-core, fonts-liberation and fonts-urw-base35, and no others.`,
    );
  const results = "test-results/pictures";
  const different: string[] = [];
  return {
    async keep(file, png) {
      const before = await kept(file);
      if (before && differingShare(readPng(png), readPng(before)) < share) return;
      different.push(`${results}/${file}`);
      await mkdir(results, { recursive: true });
      await writeFile(`${results}/${file}`, png);
    },
    async close() {
      process.stdout.write(different.length === 0 ? "No picture differs.\n" : `Different:\n${different.join("\n")}\n`);
      if (different.length > 0) process.exitCode = 1;
    },
  };
}
