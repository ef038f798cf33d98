import { mkdir, writeFile } from "node:fs/promises";
import { openChromium } from "../../support/chromium.ts";
import { readPng, writeSmallPng } from "../../support/pictures/pixels.ts";
import { draw, fonts, kinds } from "./draw.ts";

/** Draws the pictures of the mails again: `npm run mails:pictures`. */
const folder = "components/mails/pictures";
const browser = await openChromium();
const page = await browser.newPage();
await mkdir(folder, { recursive: true });
for (const kind of kinds) {
  for (const [name, { png }] of await draw(page, kind))
    await writeFile(`${folder}/${name}.png`, writeSmallPng(readPng(png)));
}
await writeFile(`${folder}/fonts.txt`, `${await fonts(browser)}\n`);
await browser.close();
