import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { afterAll, assert, beforeAll, describe, expect, it } from "vitest";
import { openChromium } from "../../support/chromium.ts";
import { differingShare, readPng } from "../../support/pictures/pixels.ts";
import { draw, type Drawings, ensureBuilt, fonts, openSite, viewsOf } from "./draw.ts";
import { states } from "./states.ts";

const folder = "tests/export/pagePictures/pictures";
const differing = "test-results/pages";

await ensureBuilt();
const browser = await openChromium();
afterAll(() => browser.close());
const page = await openSite(browser);

// Other fonts break lines elsewhere. On a machine with other fonts, only checks that do not depend on fonts run.
const sameFonts = (await fonts(browser)) === (await readFile(`${folder}/fonts.txt`, "utf8")).trim();
if (!sameFonts) {
  process.stdout.write(
    "The page's pictures were drawn with other fonts than this machine's, and are not compared. Debian has them as fonts-liberation and fonts-urw-base35.\n",
  );
}

describe.each(states)("the state $pictures.0.name", (state) => {
  let drawings: Drawings;
  beforeAll(async () => {
    drawings = await draw(page, state);
  });

  it.each(viewsOf(state))(
    "fits $width px, and looks as in $file; drawn anew with `npm run page:pictures`",
    async ({ width, file }) => {
      const drawing = drawings.drawn.get(file);
      assert(drawing);
      expect(drawing.scrollWidth).toBe(width);
      if (!sameFonts) return;
      const share = differingShare(readPng(drawing.png), readPng(await readFile(`${folder}/${file}`)));
      if (share >= 0.0004) {
        await mkdir(differing, { recursive: true });
        await writeFile(`${differing}/${file}`, drawing.png);
      }
      expect(share, `see ${differing}/${file}`).toBeLessThan(0.0004);
    },
  );

  it("has dark words on paper, and nothing above them", () => {
    for (const printed of drawings.printed) expect(printed).toEqual({ above: [], cut: [], ground: [], pale: [] });
  });
});

it("keeps a picture of each view, and of nothing else", async () => {
  const kept = (await readdir(folder)).filter((file) => file.endsWith(".png"));
  expect(kept.sort()).toEqual(
    states
      .flatMap(viewsOf)
      .map(({ file }) => file)
      .sort(),
  );
});
