import { afterAll, assert, beforeAll, describe, expect, it } from "vitest";
import { renderMessage } from "../../../server/mail/messages/render.ts";
import { renderUpdate } from "../../../server/mail/messages/renderUpdate.ts";
import { sampleParameters } from "../../support/sampleParameters.ts";
import { contrast } from "../../support/contrast.ts";
import { openChromium } from "../../support/chromium.ts";
import { draw, type Drawing, kinds, viewsOf } from "./draw.ts";

/** A computed colour, such as `rgb(11, 39, 48)`, as #rrggbb. */
const hexOf = (color: string): string =>
  `#${(color.match(/\d+/gu) ?? [])
    .slice(0, 3)
    .map((value) => Number(value).toString(16).padStart(2, "0"))
    .join("")}`;

const browser = await openChromium();
const page = await browser.newPage();
afterAll(() => browser.close());

describe.each(kinds)("the mail %s", (kind) => {
  let drawings: ReadonlyMap<string, Drawing>;
  beforeAll(async () => {
    drawings = await draw(page, kind);
  });

  describe.each(viewsOf(kind))("as $name", ({ name, width }) => {
    const drawn = (): Drawing => {
      const drawing = drawings.get(name);
      assert(drawing);
      return drawing;
    };

    it("fits its width, with buttons that a thumb can hit", () => {
      const { scrollWidth, buttons } = drawn();
      expect(scrollWidth).toBe(width);
      for (const { height } of buttons) expect(height).toBeGreaterThanOrEqual(44);
    });

    it("sets its texts legibly", () => {
      const { texts } = drawn();
      expect(texts.length).toBeGreaterThan(3);
      const faint = texts.filter(({ color, background }) => contrast(hexOf(color), hexOf(background)) < 4.5);
      expect(faint).toEqual([]);
    });
  });
});

it.each([
  [600, "0px"],
  [640, "16px"],
])("rounds a corner only where the background is beside it: %d px", async (width, radius) => {
  await page.setViewportSize({ width, height: 400 });
  await page.setContent(renderMessage("signup", sampleParameters.signup).html);
  const corners = await page.locator(".sheet").evaluateAll((sheets) =>
    sheets.flatMap((sheet) => {
      const { borderTopLeftRadius, borderBottomLeftRadius } = getComputedStyle(sheet);
      return [borderTopLeftRadius, borderBottomLeftRadius];
    }),
  );
  expect(corners.filter((corner) => corner !== "0px")).toEqual(radius === "0px" ? [] : [radius, radius]);
});

it("fits a phone, however long the words and addresses of an update are", async () => {
  const long = "x".repeat(100);
  const update = renderUpdate(
    `# ${long}\n\n<https://keelbook.example/${long}> \`${long}\` ${long}\n\n## ${long}\n\n- ${long}\n\n> ${long}\n`,
  );
  const imprint = long;
  await page.setViewportSize({ width: 320, height: 400 });
  await page.setContent(renderMessage("update", { ...sampleParameters.update, ...update, imprint }).html);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
