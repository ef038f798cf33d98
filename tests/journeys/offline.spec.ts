import type { Page } from "@playwright/test";
import { type Scenario, type ScenarioName, scenarios } from "../../server/mocks/scenarios.ts";
import { expect, test } from "./site.ts";

/**
 * The places where the page shows the result of an act; the panel, which quotes its text, may be in the same
 * dialog.
 */
const shown = (page: Page, act: Scenario["act"]) =>
  page.locator(
    ["signIn", "confirm", "unsubscribe", "place"].includes(act)
      ? "dialog:modal > div:not(#offline-panel)"
      : "main, [data-tone]",
  );

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

/** Scenarios that leave something behind for the next: a member, a dialog with a wrong answer, a session. */
const walk: readonly ScenarioName[] = ["all-well", "sign-in-limited", "restoring-slowly"];

/** Shuffles a list. The test's steps are named in the random order. */
const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((entry) => ({ entry, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ entry }) => entry);

test("offline, the panel leads through the states of the forms, of mails' links and of a signed-in user, in any order", async ({
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
      await expect(shown(page, scenario.act).getByText(scenario.see).first()).toBeVisible();
      await expect(panel(page).getByRole("alert")).toHaveCount(0);
    });
  }
});

const linked: [string, Scenario][] = Object.entries(scenarios);

test("offline, the link of every state shows what the state is about; the button waits for a captcha that never loads", async ({
  page,
}) => {
  // This opens 45 pages.
  test.slow();
  const waitlist = page.locator("#waitlist");
  for (const [name, { act, see, captcha }] of linked)
    await test.step(`${name}: ${see}`, async () => {
      await open(page, `${name}&act=1`);
      // A captcha is only loaded where the visitor can see it.
      if (captcha === "never-loads") await waitlist.scrollIntoViewIfNeeded();
      await expect(shown(page, act).getByText(see).first()).toBeVisible();
      // The text of these states may be on the page from the beginning, while a session is being restored.
      if (name.startsWith("auth-")) await expect(page.locator("html[data-auth]")).toHaveCount(0);
      if (captcha === "never-loads")
        await expect(waitlist.getByRole("button", { name: "Join Waitlist" })).toBeDisabled();
    });
});

test("offline, a scenario keeps what was typed and begins anew when it is reset; an unknown one is said, and so is a request that nothing answers", async ({
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
  const failed = await page.evaluate(() => fetch("/storage/v1/object/invoices").catch(() => "failed"));
  expect(failed).toBe("failed");
  await expect(
    page.getByRole("alert").filter({ hasText: "no answer to GET /storage/v1/object/invoices" }),
  ).toBeVisible();
});
