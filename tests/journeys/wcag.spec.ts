import type { Page } from "@playwright/test";
import { betaForm, expectUncovered, fillBeta, solveCaptcha, waitlistForm } from "./forms.ts";
import { expect, expectAccessible, freshAddress, test } from "./site.ts";

test.use({ allowedConsole: /status of 422/u });

// These are the results of docs/accessibility.md that a test can check (WCAG 2.2 AA; the numbers are its
// success criteria).

/** The focused element, if the navigation covers it wholly or in part; undefined if none is focused. */
const obscured = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (focused === document.body) return undefined;
    const bar = document.querySelector("header, nav")?.getBoundingClientRect();
    if (!focused || !bar || focused.closest("header, nav")) return null;
    const { top, bottom } = focused.getBoundingClientRect();
    const hidden = top < bar.bottom && bottom > bar.top && getComputedStyle(focused).zIndex !== "50";
    return hidden ? `${focused.tagName} ${focused.textContent.slice(0, 30)} at ${Math.round(top)}` : null;
  });

test("2.1.1 and 2.4.11: the keyboard reaches everything, the skip link first, and no focus lies under the navigation", async ({
  quietPage: page,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(site.url);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
  const hidden: (string | null)[] = [];
  for (const key of ["Tab", "Shift+Tab"]) {
    for (let press = 0; press < 60; press++) {
      await page.keyboard.press(key);
      const found = await obscured(page);
      if (found === undefined) break;
      hidden.push(found);
    }
  }
  expect(hidden.length).toBeGreaterThan(40);
  expect(hidden.filter(Boolean)).toEqual([]);
});

test("3.3.1: a wrong field is in view with its label and its message", async ({ quietPage: page, site }) => {
  await page.goto(`${site.url}/#waitlist`);
  const email = waitlistForm(page).getByLabel("Email");
  await expect(waitlistForm(page)).toHaveAttribute("data-live", "react");
  await email.fill("ada@");
  await email.evaluate((field) => scrollBy(0, field.getBoundingClientRect().bottom - innerHeight + 4));
  await email.press("Enter");
  await expect(email).toHaveAccessibleDescription(/valid email address/u);
  await expect
    .poll(() =>
      email.evaluate((element) => {
        const row = element.closest("form > *")?.getBoundingClientRect();
        const bar = document.querySelector("header")?.getBoundingClientRect().bottom ?? NaN;
        return row && row.top >= bar - 2 && row.bottom < innerHeight + 1;
      }),
    )
    .toBe(true);
});

test("1.4.10: at 400 % zoom the heading of a success is in view, uncovered by its toast", async ({
  quietPage: page,
  site,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto(`${site.url}/#waitlist`);
  const form = waitlistForm(page);
  await expect(form).toHaveAttribute("data-live", "react");
  await form.getByLabel("Email").fill(freshAddress());
  await solveCaptcha(form);
  await form.getByRole("button", { name: "Join Waitlist" }).click();
  await expect(page.locator("[data-tone=success] > *")).toBeVisible();
  const heading = page.getByRole("heading", { name: "Thanks for joining our waitlist!" });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport({ ratio: 1 });
  await expectUncovered(heading);
});

test("2.5.8: every target has 24 px, or stands in a sentence", async ({ quietPage: page, site }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(site.url);
  await betaForm(page).getByLabel("Name").focus();
  await expect(betaForm(page)).toHaveAttribute("data-live", "react");
  await betaForm(page).getByLabel("Email").fill("ada@gmial.com");
  await betaForm(page).getByLabel("Name").focus();
  await expect(page.getByRole("button", { name: "A typo? Use ada@gmail.com instead" })).toBeVisible();
  const small = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("a, button, input, select, textarea, summary")]
      .filter((element) => element.checkVisibility() && !element.closest("[aria-hidden]"))
      .map((element) => (element.closest("label")?.contains(element) ? element.closest("label") : element))
      .filter((element) => element !== null)
      .filter((element) => !(getComputedStyle(element).display === "inline" && element.closest("p")))
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        return width > 0 && (width < 24 || height < 24);
      })
      .map(({ tagName, textContent }) => `${tagName} ${textContent}`),
  );
  expect(small).toEqual([]);
  // If there are several lines, each begins where the field does.
  await expect(page.getByRole("button", { name: "A typo?" })).toHaveCSS("text-align", "start");
});

test("axe finds nothing wrong with a form's messages and success in either colour scheme", async ({
  quietPage: page,
  site,
}) => {
  const expectBothAccessible = async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
  };
  await page.goto(`${site.url}/#beta`);
  const form = betaForm(page);
  await expect(form).toHaveAttribute("data-live", "react");
  await form.getByLabel("Email").fill("ada@gmial,con");
  await form.getByRole("button", { name: "Submit Application" }).click();
  await form.getByLabel("Email").focus();
  await form.getByLabel("Name").focus();
  await expect(page.getByRole("button", { name: "A typo? Use ada@gmail.com instead" })).toBeVisible();
  await expectBothAccessible();
  await fillBeta(form, freshAddress());
  await form.getByRole("button", { name: "Submit Application" }).click();
  await expect(form.getByText("Tick this box, then send the form again.")).toBeVisible();
  await solveCaptcha(form);
  await form.getByRole("button", { name: "Submit Application" }).click();
  await expect(page.getByRole("heading", { name: "Application Submitted!" })).toBeFocused();
  await expectBothAccessible();
});

test("forced colours leave the select its arrow, errors their edge, and a step that was reached its filling", async ({
  quietPage: page,
  site,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto(`${site.url}/#beta`);
  await expect(betaForm(page)).toHaveAttribute("data-live", "react");
  const role = betaForm(page).getByLabel("Role");
  expect(await role.evaluate((select) => getComputedStyle(select).appearance)).not.toBe("none");
  await betaForm(page).getByRole("button").click();
  await expect(role).toHaveAttribute("aria-invalid", "true");
  await expect(page.locator("#beta-role-error")).toBeVisible();
  await page.waitForSelector("body[data-faces]");
  const [reached, next] = await page
    .locator("#beta .milestones > li")
    .evaluateAll((steps) => steps.map((step) => getComputedStyle(step, "::after").backgroundColor));
  expect(reached).not.toBe(next);
});
