import type { Page } from "@playwright/test";
import { betaForm, expectToast, solveCaptcha, waitlistForm } from "./forms.ts";
import { expect, freshAddress, test } from "./site.ts";

test.use({ captchaEffort: 1 });
// These tests share one site.
test.describe.configure({ mode: "default" });

/** The page's requests for a challenge from now on. */
function challenges(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.endsWith("/forms/captcha")) calls.push(search);
  });
  return calls;
}

test("the captcha's real work begins with the first field, and never for a reader", async ({
  quietPage: page,
  site,
}) => {
  const calls = challenges(page);
  const workers: string[] = [];
  page.on("worker", (worker) => workers.push(worker.url()));
  await page.goto(`${site.url}/#waitlist`);
  const form = waitlistForm(page);
  await expect(form).toHaveAttribute("data-live", "react");
  expect([calls, workers]).toEqual([[], []]);

  await form.getByLabel("Email").fill(freshAddress());
  await expect.poll(() => workers.length).toBeGreaterThan(0);
  await expect(page.locator("#waitlist-captcha-status")).toBeEmpty();
  await solveCaptcha(form);
  await form.getByRole("button", { name: "Join Waitlist" }).click();
  await expect(page.getByRole("heading", { name: "Thanks for joining our waitlist!" })).toBeVisible();
  expect(calls).toEqual([""]);
});

test.describe("where a part of the captcha cannot be had", () => {
  test.use({ allowedConsole: /404|Failed to load resource/u });

  test("a server that cannot be reached: nothing was sent, nothing is lost, and pressing again works", async ({
    quietPage: page,
    site,
  }) => {
    await page.route("**/forms/captcha", (request) => request.abort());
    await page.goto(site.url);
    const form = waitlistForm(page);
    const email = freshAddress();
    await form.getByLabel("Email").fill(email);
    const [box, button] = [form.getByRole("checkbox"), form.getByRole("button", { name: "Join Waitlist" })];
    await box.check();
    await expect(form).toContainText("Our server cannot be reached, so nothing was sent.");
    // Unticked, ticked and sent, it does not ask for the tick.
    for (let press = 0; press < 2; press++) await box.click();
    await button.click();
    await expectToast(page, "alert", "Not sent", /Our server cannot be reached.*hello@/u);
    await expect(page.getByText("Verification required")).toHaveCount(0);
    await expect(form.getByLabel("Email")).toHaveValue(email);
    await page.unroute("**/forms/captcha");
    await button.click();
    await expect(page.getByRole("heading", { name: "Thanks for joining our waitlist!" })).toBeVisible();
  });
});

test("no visitor sees, reaches or hears the honeypot field; a program that fills it is told it joined", async ({
  quietPage: page,
  site,
}) => {
  const email = freshAddress();
  await page.goto(site.url);
  const form = waitlistForm(page);
  const trap = form.locator("input[name=website]");
  await expect(trap).not.toBeInViewport();
  await form.getByLabel("Email").fill(email);
  await page.keyboard.press("Tab");
  await expect(form.getByRole("checkbox")).toBeFocused();
  await expect(form.getByRole("textbox")).toHaveCount(1);
  await trap.evaluate((field: HTMLInputElement) => (field.value = "https://spam.example"));
  await solveCaptcha(form);
  await form.getByRole("button", { name: "Join Waitlist" }).click();
  await expect(page.getByRole("heading", { name: "Thanks for joining our waitlist!" })).toBeVisible();
  const { data } = await site.supabase.from("waitlist").select("email").eq("email", email);
  expect(data).toEqual([]);
});

test("Chromium's own autofill fills the form and leaves the honeypot field empty", async ({
  quietPage: page,
  site,
}) => {
  const profile = {
    NAME_FULL: "Ada Lovelace",
    EMAIL_ADDRESS: "ada@example.com",
    COMPANY_NAME: "Analytical Engines",
    ADDRESS_HOME_LINE1: "1 Main Street",
    ADDRESS_HOME_ZIP: "10001",
    ADDRESS_HOME_COUNTRY: "US",
    PHONE_HOME_WHOLE_NUMBER: "+12125550100",
  };
  const address = { fields: Object.entries(profile).map(([name, value]) => ({ name, value })) };
  await page.goto(`${site.url}/#beta`);
  const form = betaForm(page);
  await form.getByLabel("Name").focus();
  const devtools = await page.context().newCDPSession(page);
  const { root } = await devtools.send("DOM.getDocument");
  const { nodeId } = await devtools.send("DOM.querySelector", { nodeId: root.nodeId, selector: "#beta-name" });
  const { node } = await devtools.send("DOM.describeNode", { nodeId });
  await expect
    .poll(async () => {
      // Autofill recognizes the form only a moment after it appears.
      await devtools.send("Autofill.trigger", { fieldId: node.backendNodeId, address }).catch(() => undefined);
      return form.getByLabel("Company").inputValue();
    })
    .toBe(profile.COMPANY_NAME);
  await expect(form.getByLabel("Email")).toHaveValue(profile.EMAIL_ADDRESS);
  await expect(form.locator("input[name=website]")).toHaveValue("");
});
