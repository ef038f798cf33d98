import { contact } from "../../components/copy/contact.ts";
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

test("the specifications are all on a wide screen whatever is clicked, also after a turn, and closed but the first on a phone", async ({
  quietPage: page,
  site,
}) => {
  const headings = page.locator("#specifications summary");
  const claims = page.locator("#specifications dl > div");
  const shown = () =>
    claims.evaluateAll((rows) => rows.filter((row) => row.checkVisibility() && row.clientHeight > 0).length);
  const all = await page.goto(site.url).then(() => claims.count());
  for (const heading of await headings.all()) await heading.click();
  await headings.first().press("Enter");
  expect(await shown()).toBe(all);
  expect(await headings.evaluateAll((list) => list.filter((heading) => heading.matches("[tabindex='0']")))).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(shown).toBe(3);
  await headings.last().click();
  await expect.poll(shown).toBe(8);
  await page.setViewportSize({ width: 844, height: 390 });
  await expect.poll(shown).toBe(all);
  // No heading lies over another, or over the claims of another.
  const tops = await headings.evaluateAll((list) => list.map((heading) => heading.getBoundingClientRect()));
  for (const [index, { bottom }] of tops.slice(0, -1).entries()) expect(bottom).toBeLessThan(tops[index + 1]?.top ?? 0);
});

test.describe("with motion", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  test("a picture of the whole page has what is in the cards, though nobody has scrolled to them", async ({
    page,
    site,
  }) => {
    await page.goto(site.url);
    const { width, data } = readPng(await page.screenshot({ fullPage: true }));
    const boxes = await page.locator(".picture").evaluateAll((cards) =>
      cards.map((card) => {
        const { left, right, top, height } = card.getBoundingClientRect();
        // Below the waterline, which is what comes up.
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
    // 400 % zoom on a screen of 1280 by 1024 (WCAG 1.4.10).
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
    await expect(page.getByRole("heading", { name: "Smart Invoicing" })).toBeVisible();
    for (const id of ["waitlist", "beta"]) {
      // By CSS selector, because Playwright's text and role queries ignore the content of <noscript>.
      const instead = page.locator(`#${id} noscript p`).first();
      await expect(instead).toBeVisible();
      await expect(instead).toContainText("needs JavaScript");
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
