import { contact } from "../../components/copy/contact.ts";
import { example } from "../../components/invoice/example.ts";
import { pageWords } from "../../components/copy/page.ts";
import { pictureWords } from "../../components/invoice/words.ts";
import { brand } from "../../server/contract/brand.ts";
import { readPng } from "../export/pictures/pixels.ts";
import { betaForm } from "./forms.ts";
import { expect, expectAccessible, test } from "./site.ts";

test("axe finds nothing wrong with either page in either colour scheme, and the pictures show before anyone scrolls", async ({
  page,
  site,
}) => {
  for (const path of ["/nowhere", "/"]) {
    await page.goto(site.url + path);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
  }
  const pictures = page.locator("#features svg text");
  await expect(pictures).not.toHaveCount(0);
  const hidden = () =>
    pictures.evaluateAll(
      (texts) =>
        texts.filter((text) => !text.checkVisibility({ contentVisibilityAuto: true, opacityProperty: true })).length,
    );
  await expect.poll(hidden).toBe(0);
});

test("the brand leads to the top and leaves a half-filled form alone", async ({ quietPage: page, site }) => {
  await page.goto(`${site.url}/?ref=x#beta`);
  await betaForm(page).getByLabel("Name").fill("Ada");
  await page.getByRole("banner").getByRole("link", { name: brand }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
  expect(page.url()).toBe(`${site.url}/?ref=x#`);
  await expect(betaForm(page).getByLabel("Name")).toHaveValue("Ada");
});

test("the forecast is on a phone's first screen, its lowest point above all, and the two buttons are side by side", async ({
  quietPage: page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(site.url);
  const { today, lowest, expected } = example.cash;
  for (const words of [today.shown, `${lowest.when} ${lowest.shown},`, pictureWords.analytics.reserve, expected.shown])
    await expect(page.locator("h1 ~ p, main svg text", { hasText: words }).first()).toBeInViewport({ ratio: 1 });
  const tops = await page
    .locator("h1 ~ div a")
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  // This is a phone on its side, which has to show at least the picture's invoice.
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(page.locator("main svg text", { hasText: example.invoice.title }).first()).toBeInViewport({ ratio: 1 });
});

test("nothing that is specified has a date, which would be taken for one of a release", async ({
  quietPage: page,
  site,
}) => {
  await page.goto(site.url);
  await expect(page.locator("#specifications li")).toHaveCount(5);
  await expect(page.locator("#specifications")).not.toContainText(
    /\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)/u,
  );
});

test("from 1024 px on one waterline goes through three bands, each picture beside its text, in the order of the specification", async ({
  quietPage: page,
  site,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(site.url);
  const bands = await page.locator("#features .band").evaluateAll((list) =>
    list.map((band) => {
      const [line, title, text] = ["path.stroke-gold", "h3", "p"].map((part) =>
        band.querySelector(part)?.getBoundingClientRect(),
      );
      return { line, title, text };
    }),
  );
  expect(bands).toHaveLength(3);
  // The line comes from the left edge, runs between the turns, and leaves at the right edge; names stand above
  // it, texts below.
  const [first, second, third] = bands.map(({ line }) => line);
  expect(first?.left).toBeLessThanOrEqual(0);
  expect(second?.left).toBeCloseTo(third?.left ?? 0, 1);
  expect(second?.right).toBeCloseTo(first?.right ?? 0, 1);
  expect(third?.right).toBeGreaterThanOrEqual(1280);
  // WebKit would clip the line at the corners of its picture.
  await expect(page.locator(".band > svg").first()).toHaveCSS("border-radius", "0px");
  for (const { line, title, text } of bands) {
    // The padding reaches the line.
    expect(title?.bottom).toBeLessThan((line?.top ?? 0) + 24);
    expect(text?.top).toBeGreaterThan(line?.bottom ?? Infinity);
  }
  const tops = await page
    .locator("#features h3")
    .evaluateAll((list) => list.map((title) => title.getBoundingClientRect().top));
  expect(tops).toEqual([...tops].sort((one, other) => one - other));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);
});

test("paper has no button", async ({ quietPage: page, site }) => {
  await page.goto(site.url);
  await page.emulateMedia({ media: "print" });
  const pressed = page.locator("button, main a[class*='min-h-12'], header li a");
  await expect(pressed).not.toHaveCount(0);
  for (const one of await pressed.all()) await expect(one).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test.describe("with motion", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  test("a picture of the whole page has what is in the cards, though nobody has scrolled to them", async ({
    page,
    site,
  }) => {
    await page.goto(site.url);
    // The cards are laid out after the first paint.
    await page
      .locator(".picture")
      .evaluateAll((cards) =>
        Promise.all(cards.flatMap((card) => card.getAnimations()).map((animation) => animation.finished)),
      );
    const { width, data } = readPng(await page.screenshot({ fullPage: true }));
    const boxes = await page.locator(".picture").evaluateAll((cards) =>
      cards.map((card) => {
        const { left, right, top, height } = card.getBoundingClientRect();
        // The part below the waterline is compared, because that is what the motion brings up.
        return [left, right, top + height * 0.68 + scrollY, top + height + scrollY].map(Math.round);
      }),
    );
    expect(boxes).toHaveLength(6);
    for (const [left = 0, right = 0, top = 0, bottom = 0] of boxes) {
      const light = Array.from({ length: bottom - top }, (_, row) => (top + row) * width * 3)
        .flatMap((start) => Array.from(data.subarray(start + left * 3, start + right * 3)))
        .filter((channel) => channel > 200);
      expect(light.length).toBeGreaterThan(200);
    }
  });
});

test.describe("on a phone 360 px wide", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test("nothing is wider than the screen, and the menu opens, works and closes", async ({ quietPage: page, site }) => {
    await page.goto(site.url);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const lines = await page.locator("footer nav a").evaluateAll((links) =>
      links.map((link) => {
        const range = document.createRange();
        range.selectNodeContents(link);
        const boxes = [...range.getClientRects()];
        return Math.max(...boxes.map(({ top }) => top)) - Math.min(...boxes.map(({ bottom }) => bottom));
      }),
    );
    // "soon" stands beside its label: no box of a link begins below another.
    expect(lines.filter((apart) => apart >= 0)).toEqual([]);
    const menu = page.locator("details[data-menu]");
    const link = menu.getByRole("link", { name: "Waitlist" });
    await expect(link).toBeHidden();
    await menu.locator("summary").click();
    // This is 400 % zoom on a screen of 1280 by 1024 (WCAG 1.4.10).
    await page.setViewportSize({ width: 320, height: 256 });
    await menu.getByRole("link").last().scrollIntoViewIfNeeded();
    await expect(menu.getByRole("link").last()).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 360, height: 740 });
    await link.click();
    await expect(page).toHaveURL(`${site.url}/#waitlist`);
    await expect(link).toBeHidden();
    await expect(page.locator("#waitlist").getByRole("heading").first()).toBeInViewport();
    await menu.locator("summary").click();
    await page.keyboard.press("Escape");
    await expect(link).toBeHidden();
    await menu.locator("summary").click();
    await page.touchscreen.tap(180, 600);
    await expect(link).toBeHidden();
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("everything is readable, the menu and the anchors work, and notes replace the forms", async ({ page, site }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(site.url);
    await expect(page.locator("#auth-spinner")).toBeHidden();
    await page.locator("details[data-menu] summary").click();
    await page.locator("details[data-menu]").getByRole("link", { name: "Features" }).click();
    await expect(page.getByRole("heading", { name: pageWords.features.cards[0]?.title ?? "" })).toBeVisible();
    for (const id of ["waitlist", "beta"]) {
      // A CSS selector is used because Playwright's text and role queries ignore the content of <noscript>.
      const instead = page.locator(`#${id} noscript p`).first();
      await expect(instead).toBeVisible();
      // The apology is there once.
      await expect(instead).toContainText(id === "beta" ? "apply by email" : "needs JavaScript");
      await expect(instead.locator("a")).toHaveAttribute("href", `mailto:${contact}`);
    }
    await expect(page.locator("form")).toHaveCount(2);
    for (const form of await page.locator("form").all()) await expect(form).toBeHidden();
  });
});

test.describe("an unknown path", () => {
  test.use({ allowedConsole: /404/u });

  test("shows the not-found page and leads home", async ({ quietPage: page, site }) => {
    const response = await page.goto(`${site.url}/some/where?else`);
    expect(response?.status()).toBe(404);
    await expect(page.getByText("Oops! Page not found", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: "Return to Home" }).click();
    await expect(page).toHaveURL(`${site.url}/`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
});
