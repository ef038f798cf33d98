import { betaForm, fillBeta, solveCaptcha, waitlistForm } from "./forms.ts";
import { expect, expectAccessible, freshAddress, test } from "./site.ts";
import { splitWords } from "./splitWords.ts";
import { tooWide } from "./tooWide.ts";
import { setTextSize, widenSpacing } from "./textSize.ts";

// Twice the usual text size, which visitors set in the browser, on the narrowest screen (WCAG 2.2, 1.4.4 and 1.4.10).
test.use({ viewport: { width: 320, height: 640 } });
test.beforeEach(({ page }) => setTextSize(page, 32));

test("text of twice the size fits a phone's screen, splits no word, and every link of the menu can be reached", async ({
  quietPage: page,
  site,
}) => {
  await page.goto(site.url);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await page.evaluate(tooWide)).toEqual([]);
  const split = await splitWords(page.locator("body"), "main, footer, nav > a");
  // An address is no word.
  expect(split.filter((word) => !word.includes("@"))).toEqual([]);
  await expectAccessible(page);
  const menu = page.getByRole("banner").locator("details");
  await menu.locator("summary").click();
  expect(await page.evaluate(tooWide)).toEqual([]);
  for (const [width, height] of [
    [740, 360],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const link of await menu.getByRole("link").all()) {
      await link.focus();
      await expect(link).toBeInViewport({ ratio: 0.9 });
    }
  }
});

test("text of twice the size splits no word of a dialog", async ({ quietPage: page, site }) => {
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
});

test("text of twice the size splits no word of what answers a form", async ({ quietPage: page, site }) => {
  await page.goto(site.url);
  await waitlistForm(page).getByLabel("Email").fill(freshAddress());
  await waitlistForm(page).getByRole("button", { name: "Join Waitlist" }).click();
  const message = page.getByRole("alert").filter({ hasText: "Verification required" });
  await expect(message).toBeInViewport();
  expect(await splitWords(message, "p")).toEqual([]);
  await message.getByRole("button").click();
  await solveCaptcha(waitlistForm(page));
  await waitlistForm(page).getByRole("button", { name: "Join Waitlist" }).click();
  await expect(page.getByRole("heading", { name: "Thanks for joining our waitlist!" })).toBeVisible();
  expect(await splitWords(page.locator("#waitlist"), "h3")).toEqual([]);
  // It takes most of so small a screen.
  await page.keyboard.press("Escape");
  await fillBeta(betaForm(page), freshAddress());
  await solveCaptcha(betaForm(page));
  await betaForm(page).getByRole("button", { name: "Submit Application" }).click();
  const answer = page.locator("#beta [data-island]");
  await expect(answer.getByRole("heading", { name: "Application Submitted!" })).toBeVisible();
  expect(await splitWords(answer, "h3, button, li:first-child")).toEqual([]);
});

test("neither wider spacing nor words that a translation makes 40 % longer leave the screen", async ({
  quietPage: page,
  site,
}) => {
  await page.goto(site.url);
  await widenSpacing(page);
  expect(await page.evaluate(tooWide)).toEqual([]);
  await setTextSize(page, 20);
  await page.reload();
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      if (!text.parentElement?.closest("script, svg"))
        text.textContent = (text.textContent ?? "").replace(
          /\p{L}+/gu,
          (word) => word + word.slice(0, Math.ceil(0.4 * word.length)),
        );
  });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await page.evaluate(tooWide)).toEqual([]);
});
