import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page, Route } from "@playwright/test";
import { betaForm, fillBeta, solveCaptcha, waitlistForm } from "./forms.ts";
import { expect, exportFolder, freshAddress, test } from "./site.ts";
import { strangers, type Stranger } from "./strangers.ts";

async function changeAll(page: Page): Promise<void> {
  for (const name of names) await page.evaluate(strangers[name]);
}

const names: Stranger[] = ["translator", "managers"];

/** Holds back the forms' code until the returned function is called. */
async function holdCode(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/assets/chunks/*.js", async (request) => {
    await held;
    await request.continue();
  });
  return release;
}

/** Lets `answer` decide about each request for React's file. */
async function routeReact(page: Page, answer: (request: Route) => Promise<void>): Promise<void> {
  const folder = join(exportFolder, "assets/chunks");
  for (const file of (await readdir(folder)).filter((name) => name.endsWith(".js")))
    if ((await readFile(join(folder, file), "utf8")).includes("react.dev/errors"))
      await page.route(`**/${file}`, answer);
}

// React logs once that it could not hydrate, and the browser itself logs the refused request.
test.describe("a page that other software changes", () => {
  test.use({ allowedConsole: /#418|status of 422/u });

  test("before the form is live costs nothing that was typed", async ({ quietPage: page, site }) => {
    const release = await holdCode(page);
    await page.goto(`${site.url}/#beta`);
    const form = betaForm(page);
    const email = freshAddress();
    await fillBeta(form, email);
    await form.getByRole("checkbox").check();
    const box = page.locator("#beta-name");
    await box.focus();
    await box.evaluate((input: HTMLInputElement) => input.setSelectionRange(3, 3));
    await changeAll(page);
    release();
    // The visitor keeps typing, and no letter is lost.
    for (const letter of "-Augusta") await page.keyboard.press(letter, { delay: 15 });
    await expect(form).toHaveAttribute("data-live", "react");
    await expect(box).toBeFocused();
    await page.keyboard.type("-King");
    await expect(box).toHaveValue("Ada-Augusta-King Lovelace");
    await expect(page.locator("#beta-email")).toHaveValue(email);
    await expect(page.locator("#beta-role")).toHaveValue("other");
    await expect(page.locator("#beta-reason")).toHaveValue("My invoices are late.\nAll of them.");
    await expect(form.getByText("Verified", { exact: true })).toBeVisible();
    await form.getByRole("button", { name: "Submit Application" }).click();
    await expect(page.getByRole("heading", { name: "Application Submitted!" })).toBeFocused();
  });

  test("after it is live does not break it", async ({ quietPage: page, site }) => {
    await page.goto(`${site.url}/#beta`);
    const form = betaForm(page);
    await expect(form).toHaveAttribute("data-live", "react");
    await changeAll(page);
    const button = form.locator("button[type=submit]");
    await page.locator("#beta-reason").fill("x".repeat(2_001));
    await expect(page.locator("#beta-reason-used")).toContainText("1 character too many");
    await changeAll(page);
    const email = freshAddress();
    for (const [id, value] of Object.entries({ name: "\u200d", email, reason: "Late." }))
      await page.locator(`#beta-${id}`).fill(value);
    await page.locator("#beta-role").selectOption("other");
    await form.getByRole("checkbox").check();
    await button.click();
    // The backend's message appears in the changed form, changes, and disappears again.
    await expect(page.locator("#beta-name-error")).toContainText("Enter your name.");
    await changeAll(page);
    await page.locator("#beta-name").fill("Ada");
    await expect(page.locator("#beta-name-error")).toBeHidden();
    await form.getByRole("checkbox").check();
    await button.click();
    await expect(page.locator("#beta h3", { hasText: "Application Submitted!" })).toBeFocused();
    await changeAll(page);
    await page.locator("#beta [data-island] button").click();
    await expect(page.locator("#beta-name")).toBeFocused();
  });
});

test("Enter before the form is live sends it once it is live and verified", async ({ quietPage: page, site }) => {
  const release = await holdCode(page);
  await page.goto(`${site.url}/#waitlist`);
  const form = waitlistForm(page);
  const box = form.getByLabel("Email");
  await box.fill(freshAddress());
  await form.getByRole("checkbox").check();
  await box.press("Enter");
  await expect(form.getByRole("button")).toBeDisabled();
  release();
  await expect(page.getByRole("heading", { name: "Thanks for joining our waitlist!" })).toBeVisible();
});

test.describe("a page that stays open while an update takes its files away", () => {
  test.use({ allowedConsole: /404|MIME|module script|Failed to fetch/u });

  /** A host answers like this what it has no more, from now on. */
  const takeAway = (page: Page) =>
    page.route("**/assets/**", async (request) =>
      request.fulfill({ status: 404, contentType: "text/html", path: join(exportFolder, "404.html") }),
    );

  test("says to reload it when a form or the sign-in is used first", async ({ quietPage: page, site }) => {
    // What the page has loaded by itself is its first file alone.
    await takeAway(page);
    await page.goto(site.url);
    const email = waitlistForm(page).getByLabel("Email");
    await email.fill("ada@example.com");
    await expect(page.locator("#waitlist").getByRole("alert")).toHaveText(/Reload the page/u);
    await expect(email).toHaveValue("ada@example.com");
    const said = page.waitForEvent("dialog");
    const opened = page.evaluate(() => void (location.hash = "#sign-in"));
    const dialog = await said;
    expect(dialog.message()).toContain("Reload the page");
    await dialog.accept();
    await opened;
  });

  test("says so when a form that is in use already asks for more", async ({ quietPage: page, site }) => {
    await page.goto(`${site.url}/#waitlist`);
    const form = waitlistForm(page);
    await expect(form).toHaveAttribute("data-live", "react");
    await takeAway(page);
    await form.getByLabel("Email").fill(freshAddress());
    await form.getByRole("checkbox").check();
    await expect(form.getByText("The verification failed. Try again or reload the page.")).toBeVisible();
  });
});

test.describe("where React cannot be fetched", () => {
  test.use({ allowedConsole: /Failed to (?:fetch|load)/u });

  test("the form says so, keeps what was typed, and works after a reload", async ({ quietPage: page, site }) => {
    let there = false;
    await routeReact(page, (request) => (there ? request.continue() : request.abort()));
    await page.goto(`${site.url}/#waitlist`);
    const form = waitlistForm(page);
    const email = freshAddress();
    await form.getByLabel("Email").fill(email);
    const failed = page.locator("#waitlist").getByText("This part of the page couldn’t load.");
    await expect(failed).toBeVisible();
    await form.getByLabel("Email").press("Enter");
    await expect(form.getByLabel("Email")).toHaveValue(email);
    expect(page.url()).toBe(`${site.url}/#waitlist`);
    there = true;
    await page.reload();
    await expect(form).toHaveAttribute("data-live", "react");
    await form.getByLabel("Email").fill(email);
    await solveCaptcha(form);
    await form.getByRole("button", { name: "Join Waitlist" }).click();
    await expect(page.getByRole("heading", { name: "Thanks for joining our waitlist!" })).toBeVisible();
  });
});
