import type { Locator, Page } from "@playwright/test";
import { type Scenario, type ScenarioName, scenarios } from "../../server/mocks/scenarios.ts";
import { expect, test } from "./site.ts";

const panel = (page: Page) => page.locator("#offline-panel");
const ready = (page: Page) => expect(page.locator("#offline-panel[data-ready]")).toBeAttached();

async function open(page: Page, scenario: string): Promise<void> {
  await page.goto(`${process.env.DEV_SERVER_URL}/?scenario=${scenario}`);
  await ready(page);
}

/** Chooses another scenario in the panel, as a developer does. */
async function choose(page: Page, scenario: string): Promise<void> {
  // Closes what the previous scenario left open: a dialog, which makes the panel unreachable, or toasts with the same text.
  await page.keyboard.press("Escape");
  await expect(page.locator("[data-tone] > *, dialog[open]")).toHaveCount(0);
  await panel(page).locator("summary").click();
  await panel(page).getByLabel("Scenario").selectOption(scenario);
  await expect(panel(page).getByText(`Offline mode: ${scenario}`)).toBeVisible();
  await ready(page);
  await expect(page).toHaveURL(new RegExp(`scenario=${scenario}(?:#|$)`, "u"));
}

const followLink = (name: string, button: string) => async (page: Page) => {
  await page.evaluate((hash) => location.assign(hash), `#${name}=of-a-made-up-mail`);
  await page.getByRole("dialog").getByRole("button", { name: button }).click();
};

/** An answer resets the captcha's state. */
async function solve(form: Locator, { captcha }: Scenario): Promise<void> {
  if (captcha === "solved") await form.getByRole("radio", { name: "solved", exact: true }).check();
}

async function join(page: Page, scenario: Scenario): Promise<void> {
  const form = page.locator("form[data-form=waitlist], [data-island=waitlist] form").first();
  await form.getByLabel("Email").fill("new@example.com");
  await solve(form, scenario);
  await form.getByRole("button").click();
}

/** Acts like a visitor: submits one of the forms, or follows the link of a mail. */
const acts: Record<Scenario["act"], (page: Page, scenario: Scenario) => Promise<void>> = {
  look: async () => undefined,
  confirm: followLink("confirm", "Confirm my address"),
  unsubscribe: followLink("unsubscribe", "Unsubscribe"),
  async signIn(page) {
    await page.evaluate(() => location.assign("#sign-in"));
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Email").fill("new@example.com");
    await dialog.getByRole("button", { name: "Send me a link" }).click();
  },
  join,
  async answer(page, scenario) {
    await join(page, scenario);
    await page.locator("#waitlist fieldset label").first().click();
  },
  async apply(page, scenario) {
    const form = page.locator("form[data-form=beta], [data-island=beta] form").first();
    await form.getByLabel("Name").fill("Ada Lovelace");
    await form.getByLabel("Email").fill("new@example.com");
    await form.getByLabel("Role").selectOption("freelancer");
    await form.getByLabel(/why|reason/iu).fill("Late payers.");
    await solve(form, scenario);
    await form.getByRole("button").click();
  },
};

/** A scenario of each kind; the tests of the components go through the others. */
const walk: readonly ScenarioName[] = [
  "all-well",
  "sign-in-limited",
  "link-confirms",
  "link-unknown-unsubscribe",
  "already-subscribed",
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
      await (index === 0 ? open : choose)(page, name);
      if (!scenario.session) await expect(page.locator("#welcome > *")).toHaveCount(0);
      await acts[scenario.act](page, scenario);
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
  await choose(page, "rate-limited");
  await expect(field).toHaveValue("Analytical Engines");
  await panel(page).locator("summary").click();
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
