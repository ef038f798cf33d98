import type { Page } from "@playwright/test";
import { type Scenario, type ScenarioName, scenarios } from "../../server/mocks/scenarios.ts";
import { expect, test } from "./site.ts";

const panel = (page: Page) => page.locator("#offline-panel");
const ready = (page: Page) => expect(page.locator("#offline-panel[data-ready]")).toBeAttached();

async function open(page: Page, scenario: string): Promise<void> {
  await page.goto(`${process.env.DEV_SERVER_URL}/?scenario=${scenario}`);
  await ready(page);
}

/** Chooses another scenario in the panel, as a developer does, whatever the page shows. */
async function choose(page: Page, scenario: string): Promise<void> {
  await panel(page).getByLabel("Scenario").selectOption(scenario);
  await expect(panel(page).getByText(`Offline mode: ${scenario}`)).toBeVisible();
  await ready(page);
  await expect(page).toHaveURL(new RegExp(`scenario=${scenario}(?:#|$)`, "u"));
}

/** A scenario of each kind; the tests of the components go through the others. */
const walk: readonly ScenarioName[] = [
  "all-well",
  "sign-in-limited",
  "link-confirms",
  "link-unknown-unsubscribe",
  "field-refused",
  "answer-not-saved",
  "restoring-slowly",
  "signed-in",
];

/** In a random order, in which the steps of the test are named. */
const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((entry) => ({ entry, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ entry }) => entry);

test("offline, the panel leads through the states of the forms, of mails' links and of who is signed in, in any order", async ({
  page,
}) => {
  for (const [index, name] of shuffled(walk).entries()) {
    const scenario: Scenario = scenarios[name];
    await test.step(`${name}: ${scenario.see}`, async () => {
      if (index > 0) await choose(page, name);
      else {
        await open(page, name);
        await panel(page).locator("summary").click();
      }
      if (!scenario.session) await expect(page.locator("#welcome > *")).toHaveCount(0);
      if (scenario.act !== "look") {
        await panel(page).getByRole("button", { name: "Do it" }).click();
        await expect(page).toHaveURL(/act=1/u);
      }
      if (name === "restoring-slowly") await expect(page.locator("#auth-spinner")).toBeVisible();
      // In the page or a toast, because the panel quotes the text too.
      await expect(page.locator("main, [data-tone], body > dialog").getByText(scenario.see).first()).toBeVisible();
      await expect(panel(page).getByRole("alert")).toHaveCount(0);
    });
  }
});

test("offline, a scenario keeps what was typed and begins anew when it is reset; an unknown one is said", async ({
  page,
}) => {
  await open(page, "signed-in");
  await expect(page.locator("#welcome").getByText(scenarios["signed-in"].see)).toBeVisible();
  // A real backend on this port would refuse it.
  expect(await page.evaluate(() => localStorage.getItem("sb-keelbook-auth-token"))).toBeNull();
  const field = page.locator("#beta").getByLabel("Company");
  await field.fill("Analytical Engines");
  await panel(page).locator("summary").click();
  await choose(page, "rate-limited");
  await expect(field).toHaveValue("Analytical Engines");
  await panel(page).getByLabel("Latency").selectOption("400 ms");
  await expect(page).toHaveURL(/\?scenario=rate-limited&latency=400$/u);
  await ready(page);
  const [called, answered] = await page.evaluate(async () => {
    const start = performance.now();
    await fetch("/functions/v1/forms/health");
    return [start, performance.now()];
  });
  expect(answered - called).toBeGreaterThanOrEqual(400);
  await expect(field).toHaveValue("Analytical Engines");
  await panel(page).getByRole("button", { name: "Reset" }).click();
  await expect(field).toHaveValue("");
  await open(page, "rate-limitted");
  await expect(panel(page).getByRole("alert")).toHaveText("There is no scenario “rate-limitted”. This is all-well.");
});

test("offline, the button waits for a captcha that never loads, and a request that nothing answers is an error on the screen", async ({
  page,
}) => {
  await open(page, "captcha-never-loads");
  const waitlist = page.locator("#waitlist");
  await waitlist.scrollIntoViewIfNeeded();
  await expect(waitlist.getByText(scenarios["captcha-never-loads"].see)).toBeVisible();
  await expect(waitlist.getByRole("button", { name: "Join Waitlist" })).toBeDisabled();
  const failed = await page.evaluate(() => fetch("/storage/v1/object/invoices").catch(() => "failed"));
  expect(failed).toBe("failed");
  await expect(
    page.getByRole("alert").filter({ hasText: "no answer to GET /storage/v1/object/invoices" }),
  ).toBeVisible();
});
