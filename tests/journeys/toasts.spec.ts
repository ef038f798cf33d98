import type { Page } from "@playwright/test";
import { betaForm, expectToast, fillBeta, waitlistForm } from "./forms.ts";
import { expect, freshAddress, test } from "./site.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const asked = ["Verification required", "Please complete the reCAPTCHA verification."] as const;

async function sendWithoutCaptcha(page: Page, form: "waitlist" | "beta"): Promise<void> {
  if (form === "beta") await fillBeta(betaForm(page), freshAddress());
  else await waitlistForm(page).getByLabel("Email").fill(freshAddress());
  await page.locator(`#${form} form [type=submit]`).click();
  await expectToast(page, "alert", ...asked);
}

/** The rows of the forms that an open toast covers. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const toast = document.querySelector("[data-tone=destructive] > *")?.getBoundingClientRect();
    if (!toast) return ["no toast"];
    return [...document.querySelectorAll("form > *")]
      .filter((row) => {
        const area = row.getBoundingClientRect();
        const apart =
          area.bottom <= toast.top || area.top >= toast.bottom || area.right <= toast.left || area.left >= toast.right;
        return area.width > 0 && !apart;
      })
      .map((row) => row.textContent);
  });

test.describe("on a small phone", () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true });

  for (const form of ["waitlist", "beta"] as const) {
    test(`what asks for the captcha of the ${form} form leaves it free, and goes with the tap on it`, async ({
      quietPage: page,
      site,
    }) => {
      await page.goto(site.url);
      await sendWithoutCaptcha(page, form);
      const toast = page.locator("[data-tone=destructive] > *");
      for (const block of ["start", "center", "end"] as const) {
        const box = page.locator(`#${form}-captcha`);
        await box.evaluate((element, to) => element.scrollIntoView({ block: to, behavior: "instant" }), block);
        await expect
          .poll(async () => (await covered(page)).filter((text) => /robot|^(?:Join|Submit)/u.test(text)))
          .toEqual([]);
      }
      await page.locator(`#${form}-captcha`).tap();
      await expect(page.locator(`#${form}-captcha`)).toBeChecked();
      await expect(toast).toBeHidden();
    });
  }
});

test.describe("zoomed with two fingers", () => {
  test.use({ viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true });

  test("a toast is in what is seen of the page, wherever that is moved", async ({ quietPage: page, site }) => {
    await page.goto(`${site.url}/#waitlist`);
    const devtools = await page.context().newCDPSession(page);
    await expect(waitlistForm(page)).toHaveAttribute("data-live", "react");
    await waitlistForm(page).getByLabel("Email").fill(freshAddress());
    await devtools.send("Emulation.setPageScaleFactor", { pageScaleFactor: 2 });
    // Playwright's clicks miss in a zoomed page.
    await page.keyboard.press("Enter");
    await expectToast(page, "alert", ...asked);
    const isSeen = () =>
      page.evaluate(() => {
        const toast = document.querySelector("[data-tone=destructive] > *")?.getBoundingClientRect();
        const { offsetLeft = 0, offsetTop = 0, width = 0, height = 0 } = window.visualViewport ?? {};
        if (!toast) return "no toast";
        const beside = toast.left < offsetLeft || toast.right > offsetLeft + width;
        const outside = beside || toast.top < offsetTop || toast.bottom > offsetTop + height;
        return outside ? "not seen" : `seen, ${toast.width > width / 2 ? "wide" : "narrow"}`;
      });
    await expect.poll(isSeen).toBe("seen, wide");
    for (const selector of ["h1", "footer"]) {
      await page.locator(selector).evaluate((element) => element.scrollIntoView({ behavior: "instant" }));
      await expect.poll(isSeen).toBe("seen, wide");
    }
  });
});

test.describe("at 400 % zoom", () => {
  test.use({ viewport: { width: 320, height: 256 }, contextOptions: { reducedMotion: "reduce" } });

  test("a toast never hides what the keyboard reaches", async ({ quietPage: page, site }) => {
    await page.goto(site.url);
    await waitlistForm(page).getByLabel("Email").fill(freshAddress());
    await page.keyboard.press("Enter");
    await expectToast(page, "alert", ...asked);
    const captcha = waitlistForm(page).getByRole("checkbox");
    await expect(captcha).toBeFocused();
    const isUnder = () =>
      page.evaluate(async () => {
        // A toast moves, if at all, in the frame after the page has scrolled.
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
        const [toast, focused] = [document.querySelector("[data-tone=destructive] > *"), document.activeElement].map(
          (element) => element?.getBoundingClientRect(),
        );
        return !toast || !focused || (focused.top < toast.bottom && focused.bottom > toast.top);
      });
    expect(await isUnder()).toBe(false);
    // The button, then the lines and the select of the other form.
    for (let press = 0; press < 5; press++) {
      await page.keyboard.press("Tab");
      expect(await isUnder()).toBe(false);
    }
  });
});

test("on a desktop a toast covers no row of either form", async ({ quietPage: page, site }) => {
  await page.goto(site.url);
  await sendWithoutCaptcha(page, "waitlist");
  expect(await covered(page)).toEqual([]);
  await page.locator("#beta-captcha").scrollIntoViewIfNeeded();
  await expect.poll(() => covered(page)).toEqual([]);
});
