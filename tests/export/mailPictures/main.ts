import { openChromium } from "../../support/chromium.ts";
import { openAlbum } from "../../support/pictures/album.ts";
import { draw, fonts, kinds } from "./draw.ts";

/** Draws the pictures of the mails again: `npm run mails:pictures`. With `--compare` it compares them instead. */
const browser = await openChromium();
const album = await openAlbum("components/mails/pictures", { fonts: await fonts(browser), share: 0.005 });
const page = await browser.newPage();
for (const kind of kinds) {
  await draw(page, kind, async (name, take) => album.keep(`${name}.png`, await take()));
}
await album.close();
await browser.close();
