import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { progressBar } from "../../../scripts/cli/progressBar.ts";
import { openChromium } from "../../support/chromium.ts";
import { readPng, writeSmallPng } from "../../support/pictures/pixels.ts";
import { draw, ensureBuilt, fonts, openSite, viewsOf } from "./draw.ts";
import { states } from "./states.ts";

/** Draws the pictures of the page again: `npm run page:pictures`; with an argument, only those whose names begin with it. */
const [beginning = ""] = process.argv.slice(2);
const folder = "tests/export/pagePictures/pictures";
await ensureBuilt();
const browser = await openChromium();
const page = await openSite(browser);
await mkdir(folder, { recursive: true });
const pictures = new Set(states.flatMap(viewsOf).map(({ file }) => file));
for (const file of await readdir(folder)) {
  if (file.endsWith(".png") && !pictures.has(file)) await rm(`${folder}/${file}`);
}
const chosen = states.filter((state) => state.pictures.some(({ name }) => name.startsWith(beginning)));
const io = { err: process.stderr, interactive: process.stderr.isTTY, verbosity: "normal", unicode: true } as const;
const progress = progressBar(io, chosen.length);
for (const [index, state] of chosen.entries()) {
  progress.at(index);
  const { drawn } = await draw(page, state);
  const begun = [...drawn].filter(([file]) => file.startsWith(beginning));
  for (const [file, { png }] of begun) await writeFile(`${folder}/${file}`, writeSmallPng(readPng(png)));
}
progress.end();
await writeFile(`${folder}/fonts.txt`, `${await fonts(browser)}\n`);
await browser.close();
