import type { Locator, Page } from "@playwright/test";
import { betaForm, fillBeta, solveCaptcha } from "./forms.ts";
import { expect, freshAddress, test } from "./site.ts";

/** Clicks twice at one place, whatever is there by the second click. */
async function doublePress(page: Page, control: Locator): Promise<void> {
  await control.scrollIntoViewIfNeeded();
  const box = await control.boundingBox();
  if (!box) throw new Error("It is not shown.");
  await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2, { delay: 20 });
}

test("Submit Another Application, clicked twice, leads to the first field and no further", async ({
  quietPage: page,
  site,
}) => {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${site.url}/#beta`);
    const form = betaForm(page);
    await fillBeta(form, freshAddress());
    await solveCaptcha(form);
    await form.getByRole("button", { name: "Submit Application" }).click();
    const another = page.getByRole("button", { name: "Submit Another Application" });
    await doublePress(page, another);
    await expect(form).toBeVisible();
    await expect(page.locator("#beta-name")).toBeFocused();
    await expect(form.getByRole("checkbox")).not.toBeChecked();
    await expect(form.locator("[aria-invalid=true]")).toHaveCount(0);
  }
});

test("a dialog, closed by two clicks, leaves what lies below it alone", async ({ quietPage: page, site }) => {
  await page.goto(`${site.url}/#sign-in`);
  const close = page.getByRole("dialog").getByRole("button", { name: "Close" });
  await expect(close).toBeVisible();
  // Whichever element that is.
  await page.evaluate(() => {
    document.addEventListener("click", ({ target }) => {
      if (target instanceof Element && !target.closest("dialog")) document.title = "clicked";
    });
  });
  await doublePress(page, close);
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(await page.title()).not.toBe("clicked");
});

test("an Enter key that opens the sign-in dialog, and is held, does not send it", async ({ quietPage: page, site }) => {
  await page.goto(site.url);
  const link = page.getByRole("banner").getByRole("link", { name: "Sign in" });
  await link.focus();
  await page.keyboard.down("Enter");
  await expect(page.getByRole("dialog").getByLabel("Email")).toBeFocused();
  await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await expect(page.locator("#sign-in-error")).toBeEmpty();
});
