import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { chromium } from "@playwright/test";
import { afterAll, describe, expect, it } from "vitest";
import { ensureChromium } from "../../support/chromium.ts";
import { fontsOf } from "../../support/pictures/fonts.ts";
import { differingShare, readPng } from "../../support/pictures/pixels.ts";
import { draw, ensureBuilt, openSite, showFonts, views } from "./draw.ts";

const folder = "tests/export/pagePictures/pictures";
const differing = "test-results/pages";

await ensureBuilt();
const browser = await chromium.launch({
  executablePath: ensureChromium((line) => process.stdout.write(`${line}\n`)),
});
afterAll(() => browser.close());
const page = await openSite(browser);

// Other fonts break lines elsewhere; what is compared then is only what the fonts have no part in.
await showFonts(page);
const sameFonts = (await fontsOf(page)) === (await readFile(`${folder}/fonts.txt`, "utf8")).trim();
if (!sameFonts) {
  process.stdout.write("The page's pictures were drawn with other fonts than this machine's: they are not compared.\n");
}

describe.each(views)("the state $name", (view) => {
  it("fits its width, and looks as in its picture; drawn anew with `npm run page:pictures`", async () => {
    const { png, scrollWidth } = await draw(page, view);
    expect(scrollWidth).toBe(view.width);
    if (!sameFonts) return;
    const share = differingShare(readPng(png), readPng(await readFile(`${folder}/${view.name}.png`)));
    if (share >= 0.0004) {
      await mkdir(differing, { recursive: true });
      await writeFile(`${differing}/${view.name}.png`, png);
    }
    expect(share, `see ${differing}/${view.name}.png`).toBeLessThan(0.0004);
  });
});

it("keeps a picture of each view, and of nothing else", async () => {
  const pictures = (await readdir(folder)).filter((file) => file.endsWith(".png"));
  expect(pictures.sort()).toEqual(views.map(({ name }) => `${name}.png`).sort());
});
