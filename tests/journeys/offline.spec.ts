import type { Page } from "@playwright/test";
import { embeddedPublishableKey } from "../../server/contract/embedded.ts";
import { people } from "../../server/mocks/people.ts";
import { type Scenario, scenarios } from "../../server/mocks/scenarios.ts";
import { expect, test } from "./site.ts";

async function open(page: Page, scenario: string): Promise<void> {
  await page.goto(`${process.env.DEV_SERVER_URL}/?scenario=${scenario}`);
  await expect(page.locator("#offline-panel[data-ready]")).toBeAttached();
}

const followLink = (name: string, button: string) => async (page: Page) => {
  await page.evaluate((hash) => location.assign(hash), `#${name}=of-a-made-up-mail`);
  await page.getByRole("dialog").getByRole("button", { name: button }).click();
};

/** Does as a visitor does: sends one of the forms, or follows the link of a mail. */
const acts: Record<Scenario["act"], (page: Page) => Promise<void>> = {
  look: async () => undefined,
  confirm: followLink("confirm", "Confirm my address"),
  unsubscribe: followLink("unsubscribe", "Unsubscribe"),
  async join(page) {
    const form = page.locator("form[data-form=waitlist], [data-island=waitlist] form").first();
    await form.getByLabel("Email").fill("new@example.com");
    await form.getByRole("button").click();
  },
  async apply(page) {
    const form = page.locator("form[data-form=beta], [data-island=beta] form").first();
    await form.getByLabel("Name").fill("Ada Lovelace");
    await form.getByLabel("Email").fill("new@example.com");
    await form.getByLabel("Role").selectOption("freelancer");
    await form.getByLabel(/why|reason/iu).fill("Late payers.");
    await form.getByRole("button").click();
  },
};

// A picture of every state is kept for looking at. It is not compared: fonts differ from machine to machine.
for (const [name, { act, see }] of Object.entries<Scenario>(scenarios)) {
  test(`offline, ${name}: ${see}`, async ({ page }, testInfo) => {
    await open(page, name);
    await acts[act](page);
    // In the page or a toast; the panel quotes it too.
    const seen = page.locator("main, [data-tone], body > dialog").getByText(see).first();
    await expect(seen).toBeVisible();
    await seen.scrollIntoViewIfNeeded();
    await page.screenshot({ path: testInfo.outputPath(`${name}.png`) });
    await expect(page.locator("#offline-panel").getByRole("alert")).toHaveCount(0);
  });
}

test("offline, a session that is restored slowly has the spinner stand", async ({ page }, testInfo) => {
  await open(page, "restoring-slowly");
  await expect(page.locator("#auth-spinner")).toBeVisible();
  await page.screenshot({ path: testInfo.outputPath("spinner.png") });
});

test("offline, a captcha that never loads keeps the forms from being sent", async ({ page }) => {
  await open(page, "captcha-never-loads");
  await page.locator("#waitlist").scrollIntoViewIfNeeded();
  await page.waitForTimeout(1000);
  await expect(page.locator("#waitlist").getByRole("button", { name: "Join Waitlist" })).toBeDisabled();
});

test("offline, the backend remembers over a reload, until it is told to forget", async ({ page }) => {
  const join = async () => {
    await open(page, "all-well");
    await acts.join(page);
  };
  await join();
  await expect(page.getByText("Thanks for joining our waitlist!").first()).toBeVisible();
  await join();
  await expect(page.getByText("This email is already on our waitlist!")).toBeVisible();
  await page.getByText("Offline mode: all-well").click();
  await page.getByRole("button", { name: "Start afresh" }).click();
  await join();
  await expect(page.getByText("Thanks for joining our waitlist!").first()).toBeVisible();
});

test("offline, the link of a sign-in mail signs in", async ({ page }) => {
  await open(page, "all-well");
  await page.evaluate(
    ([key, email]) =>
      fetch("/auth/v1/otp", {
        method: "POST",
        headers: { apikey: String(key), "content-type": "application/json" },
        body: JSON.stringify({ email }),
      }),
    [embeddedPublishableKey, people.accepted],
  );
  await page.getByText("Offline mode: all-well").click();
  await page.getByRole("button", { name: "Look for mails" }).click();
  await page.getByRole("button", { name: "Follow its link" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText(people.accepted, { exact: true })).toBeVisible();
});

test("offline, the mail of a join is looked at, and its link confirms", async ({ page }, testInfo) => {
  await open(page, "all-well");
  await acts.join(page);
  await expect(page.getByText("Thanks for joining our waitlist!").first()).toBeVisible();
  await page.getByText("Offline mode: all-well").click();
  await page.getByRole("button", { name: "Look for mails" }).click();
  await page.getByRole("button", { name: "Open", exact: true }).click();
  const mail = page.frameLocator("#offline-panel iframe");
  await expect(mail.getByText("One step left", { exact: true })).toBeVisible();
  await page.screenshot({ path: testInfo.outputPath("mail.png") });
  const window = page.waitForEvent("popup");
  await mail.getByRole("link", { name: "Confirm my address" }).click();
  await expect((await window).getByRole("dialog", { name: "Your address is confirmed" })).toBeVisible();
});

test("offline, a request that nothing answers is an error on the screen", async ({ page }, testInfo) => {
  await open(page, "all-well");
  const failed = await page.evaluate(() =>
    fetch("/storage/v1/object/invoices").then(
      () => "answered",
      () => "failed",
    ),
  );
  expect(failed).toBe("failed");
  await expect(
    page.getByRole("alert").filter({ hasText: "no answer to GET /storage/v1/object/invoices" }),
  ).toBeVisible();
  await page.screenshot({ path: testInfo.outputPath("unhandled.png") });
});
