import type { Locator, Page, TestInfo } from "@playwright/test";
import { type Scenario, type ScenarioName, scenarios } from "../../server/mocks/scenarios.ts";
import { expect, test } from "./site.ts";

/** Waits for the mocks, which take long to load on a busy machine. */
const ready = (page: Page) => expect(page.locator("#offline-panel[data-ready]")).toBeAttached({ timeout: 60_000 });

async function open(page: Page, scenario: string): Promise<void> {
  await page.goto(`${process.env.DEV_SERVER_URL}/?scenario=${scenario}`);
  await ready(page);
}

const panel = (page: Page) => page.locator("#offline-panel");

/** Chooses another scenario in the panel, as a developer does; the page is reloaded if necessary. */
async function choose(page: Page, scenario: string): Promise<void> {
  // Closes what the previous scenario left open: a dialog, which makes the panel unreachable, or toasts with the same text.
  await page.keyboard.press("Escape");
  await expect(page.locator("[data-tone] > *, dialog[open]")).toHaveCount(0);
  await panel(page).locator("summary").click();
  await panel(page).getByLabel("Scenario").selectOption(scenario);
  await expect(panel(page).getByText(`Offline mode: ${scenario}`)).toBeVisible({ timeout: 60_000 });
  await ready(page);
  await expect(page).toHaveURL(new RegExp(`scenario=${scenario}(?:#|$)`, "u"));
  const opened = panel(page).locator("details[open] summary");
  if ((await opened.count()) > 0) await opened.click();
}

const followLink = (name: string, button: string) => async (page: Page) => {
  await page.evaluate((hash) => location.assign(hash), `#${name}=of-a-made-up-mail`);
  await page.getByRole("dialog").getByRole("button", { name: button }).click();
};

/** An answer resets the captcha's state. */
async function solve(form: Locator, { captcha }: Scenario): Promise<void> {
  if (captcha === "solved") await form.getByRole("radio", { name: "solved", exact: true }).check();
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
  async join(page, scenario) {
    const form = page.locator("form[data-form=waitlist], [data-island=waitlist] form").first();
    await form.getByLabel("Email").fill("new@example.com");
    await solve(form, scenario);
    await form.getByRole("button").click();
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

/**
 * All scenarios, grouped by the page on which they run one after the other, because loading a page takes ten times as long as what is
 * done there. Scenarios that leave no form, or one that waits for five seconds, come last.
 */
const walks: Record<string, readonly ScenarioName[]> = {
  "what the waitlist is answered": [
    "offline",
    "not-our-answer",
    "already-subscribed",
    "insert-error",
    "rate-limited",
    "captcha-refused",
    "mail-returned",
    "captcha-unavailable",
    "all-well",
  ],
  "what an application is answered": ["insert-error-beta", "too-many-applications", "field-refused", "all-well-beta"],
  "forms on their way": ["slow", "slow-beta"],
  "states of the captcha": ["captcha-unsolved", "captcha-expired", "captcha-never-loads"],
  "links of mails, and who asks for one": [
    "sign-in",
    "sign-in-limited",
    "sign-in-undeliverable",
    "sign-in-blocked",
    "sign-in-unavailable",
    "link-confirms",
    "link-unsubscribes",
    "link-unknown",
    "link-unknown-unsubscribe",
    "link-offline",
    "link-rate-limited",
    "link-store-down",
    "link-slow",
  ],
  "who is signed in": [
    "signed-in",
    "signed-in-accepted",
    "signed-in-accepted-before",
    "signed-in-late",
    "signed-in-declined",
    "signed-in-no-application",
    "signed-in-status-lost",
    "session-revoked",
  ],
  "sessions that are restored": ["restoring-slowly", "session-expired", "auth-502", "auth-503", "auth-504"],
};

/** What is there to see before a scenario's text, or beside it. */
const alsoSeen: Partial<Record<ScenarioName, (page: Page, testInfo: TestInfo) => Promise<void>>> = {
  async "restoring-slowly"(page, testInfo) {
    await expect(page.locator("#auth-spinner")).toBeVisible();
    await page.screenshot({ path: testInfo.outputPath("spinner.png") });
  },
  async "captcha-never-loads"(page) {
    const waitlist = page.locator("#waitlist");
    await waitlist.scrollIntoViewIfNeeded();
    await expect(waitlist.getByRole("button", { name: "Join Waitlist" })).toBeDisabled();
  },
};

test("offline, every scenario is covered", () => {
  expect(Object.values(walks).flat().toSorted()).toEqual(Object.keys(scenarios).toSorted());
});

// A picture of every state is kept to look at. It is not compared, because fonts differ between machines.
for (const [title, names] of Object.entries(walks)) {
  test(`offline, ${title}: ${names.join(", ")}`, async ({ page }, testInfo) => {
    testInfo.setTimeout(testInfo.timeout * names.length);
    for (const [index, name] of names.entries()) {
      const scenario: Scenario = scenarios[name];
      await test.step(`${name}: ${scenario.see}`, async () => {
        await (index === 0 ? open : choose)(page, name);
        await acts[scenario.act](page, scenario);
        await alsoSeen[name]?.(page, testInfo);
        // In the page or a toast, because the panel quotes the text too.
        const seen = page.locator("main, [data-tone], body > dialog").getByText(scenario.see).first();
        await expect(seen).toBeVisible();
        // What says that something is on its way may be gone already.
        await seen.scrollIntoViewIfNeeded().catch(() => undefined);
        await page.screenshot({ path: testInfo.outputPath(`${name}.png`) });
        await expect(panel(page).getByRole("alert")).toHaveCount(0);
      });
    }
  });
}

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
