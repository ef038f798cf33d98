import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openChromium } from "../../support/chromium.ts";
import { differingShare, readPng } from "../../support/pictures/pixels.ts";
import { draw, ensureBuilt, fonts, openSite, pictureOf, pictures, schemes, views } from "./draw.ts";

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

describe.each(views)("the state $name", (view) => {
  let drawings: Awaited<ReturnType<typeof draw>>;
  beforeAll(async () => {
    drawings = await draw(page, view);
  });

  it.each(schemes)(
    "fits its width, and looks as in its %s picture; drawn anew with `npm run page:pictures`",
    async (scheme) => {
      const { png, scrollWidth } = drawings[scheme];
      expect(scrollWidth).toBe(view.width);
      if (!sameFonts) return;
      const picture = pictureOf(view, scheme);
      const share = differingShare(readPng(png), readPng(await readFile(`${folder}/${picture}`)));
      if (share >= 0.0004) {
        await mkdir(differing, { recursive: true });
        await writeFile(`${differing}/${picture}`, png);
      }
      expect(share, `see ${differing}/${picture}`).toBeLessThan(0.0004);
    },
  );

  it.each(view.first ? ["on paper"] : [])("has dark words %s, and nothing above them", () => {
    expect(drawings.printed).toEqual({ above: [], cut: [], ground: [], pale: [] });
  });
});

it("keeps a picture of each view, and of nothing else", async () => {
  const kept = (await readdir(folder)).filter((file) => file.endsWith(".png"));
  expect(kept.sort()).toEqual([...pictures].sort());
});
