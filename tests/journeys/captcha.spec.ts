import type { Page } from "@playwright/test";
import { betaForm, solveCaptcha, waitlistForm } from "./forms.ts";
import { expect, freshAddress, test } from "./site.ts";

/** Collects the page's requests for a challenge from now on. */
function challenges(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.endsWith("/forms/captcha")) calls.push(search);
  });
  return calls;
}

test("the captcha's work begins with the first field, and never for a reader", async ({ quietPage: page, site }) => {
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
  await page.keyboard.press("Tab");
  await expect(form.getByRole("checkbox")).toBeFocused();
  await expect(form.getByRole("textbox")).toHaveCount(1);
  await solveCaptcha(form);
  await form.getByRole("button", { name: "Join Waitlist" }).click();
  await expect(page.getByRole("heading", { name: "Thanks for joining our waitlist!" })).toBeVisible();
  expect(calls).toEqual([""]);
});

test("Chromium's own autofill fills the form", async ({ quietPage: page, site }) => {
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
});
