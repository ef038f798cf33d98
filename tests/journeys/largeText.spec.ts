import { brand as brandName } from "../../server/contract/brand.ts";
import { betaForm, fillBeta, solveCaptcha, waitlistForm } from "./forms.ts";
import { expect, expectAccessible, freshAddress, test } from "./site.ts";
import { splitWords } from "./splitWords.ts";
import { tooWide } from "./tooWide.ts";
import { setTextSize, widenSpacing } from "./textSize.ts";

// Text sizes that a visitor sets in the browser, up to twice the default 16 px.
for (const size of [20, 24, 32]) {
  test(`text at ${size} px fits a phone's screen, brand and menu apart`, async ({ quietPage: page, site }) => {
    await setTextSize(page, size);
    await page.goto(site.url);
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 640 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect(await page.evaluate(tooWide)).toEqual([]);
      const menu = page.getByRole("banner").locator("summary");
      const [brand, toggle] = await Promise.all([
        page.getByRole("banner").getByRole("link", { name: brandName }).boundingBox(),
        menu.boundingBox(),
      ]);
      if (!brand || !toggle) throw new Error("brand or menu is not shown");
      // Beside it, or below it if both do not fit on one line.
      expect(toggle.x >= brand.x + brand.width || toggle.y >= brand.y + brand.height).toBe(true);
      await expect(menu).toHaveAccessibleName("Menu");
      await menu.click();
      expect(await page.evaluate(tooWide)).toEqual([]);
      await menu.click();
    }
    // A phone on its side, and 400 % zoom: a link that cannot be scrolled to would have the focus out of sight.
    await page.getByRole("banner").locator("summary").click();
    for (const [width, height] of [
      [740, 360],
      [320, size === 32 ? 480 : 256],
    ] as const) {
      await page.setViewportSize({ width, height });
      const links = await page.getByRole("banner").locator("details").getByRole("link").all();
      for (const link of links) {
        await link.focus();
        await expect(link).toBeInViewport({ ratio: 1 });
      }
    }
    if (size === 32) await expectAccessible(page);
  });
}

for (const width of [320, 360]) {
  test(`text at 32 px splits no word of a dialog on a screen ${width} px wide`, async ({ quietPage: page, site }) => {
    await setTextSize(page, 32);
    await page.setViewportSize({ width, height: 640 });
    // An answer that does not come leaves the dialog at what it says meanwhile.
    await page.route("**/forms/{confirm,unsubscribe}", () => undefined);
    for (const hash of ["sign-in", "confirm=of-a-mail", "unsubscribe=of-a-mail"]) {
      await page.goto("about:blank");
      await page.goto(`${site.url}/#${hash}`);
      const dialog = page.getByRole("dialog");
      const action = dialog.getByRole("button").first();
      await expect(action).toBeVisible();
      expect(await splitWords(dialog, "*")).toEqual([]);
      if (hash === "sign-in") continue;
      await action.click();
      await expect(dialog.getByRole("button")).toHaveCount(1);
      expect(await splitWords(dialog, "*")).toEqual([]);
    }
    await page.goto(`${site.url}/#sign-in`);
    await page.getByRole("button", { name: "Use a password" }).click();
    // On two lines, like the links above and below it, which have one.
    await expect(page.getByRole("button", { name: "Forgot your password?" })).toHaveCSS("text-align", "start");
  });

  test(`text at 32 px splits no word of what answers a form on a low screen ${width} px wide`, async ({
    quietPage: page,
    site,
  }) => {
    await setTextSize(page, 32);
    await page.setViewportSize({ width, height: 480 });
    await page.goto(site.url);
    await waitlistForm(page).getByLabel("Email").fill(freshAddress());
    await waitlistForm(page).getByRole("button", { name: "Join Waitlist" }).click();
    const message = page.getByRole("alert").filter({ hasText: "Verification required" });
    await expect(message).toBeInViewport({ ratio: 1 });
    expect(await splitWords(message, "p")).toEqual([]);
    await message.getByRole("button").click();
    await expect(message).toBeHidden();
    await solveCaptcha(waitlistForm(page));
    await waitlistForm(page).getByRole("button", { name: "Join Waitlist" }).click();
    await expect(page.getByRole("heading", { name: "Thanks for joining our waitlist!" })).toBeVisible();
    expect(await splitWords(page.locator("#waitlist"), "h3")).toEqual([]);
    const thanks = page.locator("[data-tone=success] > *");
    await expect(thanks).toBeInViewport({ ratio: 1 });
    // It takes most of so small a screen.
    await page.keyboard.press("Escape");
    await fillBeta(betaForm(page), freshAddress());
    await solveCaptcha(betaForm(page));
    await betaForm(page).getByRole("button", { name: "Submit Application" }).click();
    const answer = page.locator("#beta [data-island]");
    await expect(answer.getByRole("heading", { name: "Application Submitted!" })).toBeVisible();
    expect(await splitWords(answer, "h3, button, li:first-child")).toEqual([]);
  });
}

test("text at 32 px splits no word of the page", async ({ quietPage: page, site }) => {
  await setTextSize(page, 32);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(site.url);
  const split = await splitWords(page.locator("body"), "main, footer, nav > a");
  // An address is no word.
  expect(split.filter((word) => !word.includes("@"))).toEqual([]);
});

// At the usual text size, wcag.spec.ts checks it.
test("text at 32 px with more room between lines, words and letters fits a phone's screen", async ({
  quietPage: page,
  site,
}) => {
  await setTextSize(page, 32);
  await page.goto(site.url);
  await widenSpacing(page);
  for (const width of [320, 360, 740]) {
    await page.setViewportSize({ width, height: 360 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await page.evaluate(tooWide)).toEqual([]);
  }
});

for (const size of [16, 20]) {
  test(`words that a translation makes 40 % longer fit a phone's screen at ${size} px`, async ({
    quietPage: page,
    site,
  }) => {
    await setTextSize(page, size);
    await page.goto(site.url);
    await page.evaluate(() => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode())
        if (!text.parentElement?.closest("script, svg"))
          text.textContent = (text.textContent ?? "").replace(
            /\p{L}+/gu,
            (word) => word + word.slice(0, Math.ceil(0.4 * word.length)),
          );
    });
    for (const width of [320, 360, 768]) {
      await page.setViewportSize({ width, height: 640 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect(await page.evaluate(tooWide)).toEqual([]);
      const wide = await page
        .locator("footer li")
        .evaluateAll((items) =>
          items.filter((item) => item.scrollWidth > item.clientWidth).map((item) => item.textContent),
        );
      expect(wide).toEqual([]);
    }
  });
}
