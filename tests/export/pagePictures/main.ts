import { readdir, rm } from "node:fs/promises";
import { openChromium } from "../../support/chromium.ts";
import { openAlbum } from "../../support/pictures/album.ts";
import { draw, ensureBuilt, fonts, openSite, viewsOf } from "./draw.ts";
import { states } from "./states.ts";

/**
 * Draws the pictures of the page again: `npm run page:pictures`; with an argument, only those whose names begin with it. With `--compare`
 * it compares them instead.
 */
const beginning = process.argv.slice(2).find((argument) => !argument.startsWith("--")) ?? "";
await ensureBuilt();
const browser = await openChromium();
const folder = "tests/export/pagePictures/pictures";
const album = await openAlbum(folder, { fonts: await fonts(browser), share: 0.0004 });
const page = await openSite(browser);
const pictures = new Set(states.flatMap(viewsOf).map(({ file }) => file));
const gone = (await readdir(folder)).filter((file) => file.endsWith(".png") && !pictures.has(file));
if (!process.argv.includes("--compare")) for (const file of gone) await rm(`${folder}/${file}`);
const chosen = states.filter((state) => state.pictures.some(({ name }) => name.startsWith(beginning)));
for (const [index, state] of chosen.entries()) {
  process.stderr.write(`${index + 1} of ${chosen.length}: ${state.pictures.map(({ name }) => name).join(", ")}\n`);
  await draw(page, state, async (file, take) => {
    if (file.startsWith(beginning)) await album.keep(file, await take());
  });
}
await album.close();
await browser.close();
