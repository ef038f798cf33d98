import type { Page } from "@playwright/test";
import { betaForm, expectToast, fillBeta, solveCaptcha, waitlistForm } from "./forms.ts";
import { holdReact } from "./holdReact.ts";
import { expect, freshAddress, test } from "./site.ts";
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

test("a form translated before it is live is hydrated as it is, with the caret in an address or the focus on the button", async ({
  quietPage: page,
  site,
}) => {
  for (const [held, selector] of Object.entries({ email: "#beta-email", button: "#beta [type=submit]" })) {
    const release = await holdCode(page);
    await page.goto(`${site.url}/#beta`);
    await page.locator("#beta-email").fill("ada@example.com");
    const control = page.locator(selector);
    // The button is disabled until then.
    await page.evaluate((enabled) => document.querySelector(enabled)?.removeAttribute("disabled"), selector);
    await control.focus();
    if (held === "email") await page.keyboard.press("Home");
    await page.evaluate(strangers.translator);
    release();
    await expect(betaForm(page)).toHaveAttribute("data-live", "react");
    await expect(control).toBeFocused();
    if (held === "email") await page.keyboard.type("not-");
    await expect(page.locator("#beta-email")).toHaveValue(held === "email" ? "not-ada@example.com" : "ada@example.com");
    await expect(page.locator("#beta label").first()).toContainText("„Name“");
    await page.unrouteAll();
    await page.goto("about:blank");
  }
});

// React logs once that it could not hydrate, and the browser itself logs the refused request.
test.describe("a page that other software changes", () => {
  test.use({ allowedConsole: /#418|status of 422/u });

  for (const name of names) {
    test(`before the form is live (${name}) costs nothing that was typed`, async ({ quietPage: page, site }) => {
      const release = await holdCode(page);
      await page.goto(`${site.url}/#beta`);
      const form = betaForm(page);
      const email = freshAddress();
      await fillBeta(form, email);
      await form.getByRole("checkbox").check();
      const box = page.locator("#beta-name");
      await box.focus();
      await box.evaluate((input: HTMLInputElement) => input.setSelectionRange(3, 3));
      await page.evaluate(strangers[name]);
      release();
      // The visitor keeps typing, and no letter is lost.
      for (const letter of "-Augusta") await page.keyboard.press(letter, { delay: 15 });
      await expect(form).toHaveAttribute("data-live", "react");
      await expect(box).toBeFocused();
      await page.keyboard.type("-King");
      await expect(box).toHaveValue("Ada-Augusta-King Lovelace");
      await expect(page.locator("#beta-email")).toHaveValue(email);
      await expect(page.locator("#beta-role")).toHaveValue("consultant");
      await expect(page.locator("#beta-reason")).toHaveValue("My invoices are late.\nAll of them.");
      await expect(form.getByText("Verified", { exact: true })).toBeVisible();
      await form.getByRole("button", { name: "Submit Application" }).click();
      await expect(page.getByRole("heading", { name: "Application Submitted!" })).toBeFocused();
    });
  }

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

test("code that does not arrive is said to be loading after 5 s, and nothing moves", async ({
  quietPage: page,
  site,
}) => {
  const release = await holdCode(page);
  await page.clock.install();
  await page.goto(`${site.url}/#waitlist`);
  const form = waitlistForm(page);
  await form.getByLabel("Email").focus();
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await height();
  const message = page.locator("#waitlist").getByText("This form is still loading.");
  await page.clock.runFor(5_000);
  await expect(message).toBeVisible();
  expect(await height()).toBe(before);
  const room = await message.evaluate((element) => {
    const card = element.parentElement?.getBoundingClientRect();
    return (card?.bottom ?? 0) - element.getBoundingClientRect().bottom;
  });
  expect(room).toBeGreaterThanOrEqual(0);
  release();
  await page.clock.resume();
  await expect(form).toHaveAttribute("data-live", "react");
  await expect(message).toBeHidden();
});

test.describe("while React is on its way", () => {
  test("a form is sent, and React shows the result", async ({ quietPage: page, site, exportFolder }) => {
    const release = await holdReact(page, exportFolder);
    await page.goto(`${site.url}/#beta`);
    const form = betaForm(page);
    const email = freshAddress();
    await fillBeta(form, email);
    await solveCaptcha(form);
    await expect(form.getByText("Verified", { exact: true })).toBeVisible();
    const answered = page.waitForResponse("**/functions/v1/forms/beta");
    await form.getByRole("button", { name: "Submit Application" }).click();
    await expect(form.getByRole("button", { name: "Submitting..." })).toBeFocused();
    await page.locator("#beta-reason").pressSequentially("too late");
    expect((await answered).status()).toBe(201);
    release();
    await expect(page.getByRole("heading", { name: "Application Submitted!" })).toBeFocused();
    await expectToast(
      page,
      "status",
      "Application submitted!",
      "We'll review your application and get back to you soon.",
    );
    const { data } = await site.supabase.from("beta_applications").select("reason").eq("email", email);
    expect(data).toEqual([{ reason: "My invoices are late.\nAll of them." }]);
  });

  test("missing input is reported once React has loaded", async ({ quietPage: page, site, exportFolder }) => {
    const release = await holdReact(page, exportFolder);
    await page.goto(`${site.url}/#waitlist`);
    const form = waitlistForm(page);
    await form.getByLabel("Email").fill("ada@");
    await form.getByRole("button", { name: "Join Waitlist" }).click();
    release();
    await expect(form.getByText("Enter a valid e-mail address, such as ada@example.com.")).toBeVisible();
    await expect(form.getByLabel("Email")).toBeFocused();
  });

  test("an answered form counts even if the page is left before React has loaded", async ({
    quietPage: page,
    site,
    exportFolder,
  }) => {
    await holdReact(page, exportFolder);
    await page.goto(`${site.url}/#waitlist`);
    const form = waitlistForm(page);
    const email = freshAddress();
    await form.getByLabel("Email").fill(email);
    await solveCaptcha(form);
    const answered = page.waitForResponse("**/functions/v1/forms/waitlist");
    await form.getByLabel("Email").press("Enter");
    await answered;
    await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), "keelbook-joined")).toBe("1");
    await page.reload();
    await expect(form.getByRole("button", { name: "Join Waitlist" })).toBeVisible();
    expect(page.url()).not.toContain(encodeURIComponent(email));
    const { data } = await site.supabase.from("waitlist").select("email").eq("email", email);
    expect(data).toEqual([{ email }]);
  });
});

test.describe("where React cannot be fetched", () => {
  test.use({ allowedConsole: /Failed to (?:fetch|load)|status of 4/u });

  test("a submitted form shows its result all the same", async ({ quietPage: page, site, exportFolder }) => {
    await holdReact(page, exportFolder, (request) => request.abort());
    await page.goto(`${site.url}/#waitlist`);
    const form = waitlistForm(page);
    const email = freshAddress();
    const failed = page.locator("#waitlist").getByText("This part of the page could not load.");
    await expect(failed).toBeVisible();
    await form.getByLabel("Email").pressSequentially(email);
    await solveCaptcha(form);
    await form.getByRole("button", { name: "Join Waitlist" }).click();
    const thanks = page.getByText("Thanks for joining our waitlist! Check your email for a confirmation message.");
    await expect(thanks).toBeFocused();
    await expect(page.getByText("Joining...")).toBeHidden();
    await expect(failed).toBeHidden();
    const { data } = await site.supabase.from("waitlist").select("email").eq("email", email);
    expect(data).toEqual([{ email }]);
  });

  test("a stored form shows no other message if React's file fails after more than ten seconds", async ({
    quietPage: page,
    site,
    exportFolder,
  }) => {
    let fail = () => {};
    const failing = new Promise<void>((resolve) => (fail = resolve));
    await holdReact(page, exportFolder, async (request) => {
      await failing;
      await request.abort();
    });
    await page.clock.install();
    await page.goto(`${site.url}/#waitlist`);
    const form = waitlistForm(page);
    await form.getByLabel("Email").fill(freshAddress());
    await solveCaptcha(form);
    const answered = page.waitForResponse("**/functions/v1/forms/waitlist");
    await form.getByRole("button", { name: "Join Waitlist" }).click();
    await answered;
    const said = page.locator("#waitlist p[role]");
    await expect(said).toHaveText("This form is still loading.");
    await page.clock.runFor(10_000);
    await expect(said).toHaveText("Thanks for joining our waitlist! Check your email for a confirmation message.");
    const failed = page.waitForEvent("requestfailed");
    fail();
    await failed;
    await page.clock.runFor(5_000);
    await expect(said).toHaveText("Thanks for joining our waitlist! Check your email for a confirmation message.");
  });

  test("a refused form can be edited again, and is accepted once React has loaded", async ({
    quietPage: page,
    site,
    exportFolder,
  }) => {
    let there = false;
    await holdReact(page, exportFolder, (request) => (there ? request.continue() : request.abort()));
    await page.goto(`${site.url}/#waitlist`);
    const form = waitlistForm(page);
    const email = freshAddress();
    await site.supabase.from("waitlist").insert({ email }).throwOnError();
    await form.getByLabel("Email").fill(email);
    await form.getByRole("button").click();
    await expect(page.getByText("Tick this box, then send the form again.")).toBeVisible();
    await solveCaptcha(form);
    await form.getByRole("button").click();
    await expect(page.getByText("This email is already on our waitlist!")).toBeVisible();
    await expect(form.getByRole("button", { name: "Join Waitlist" })).toBeEnabled();
    there = true;
    await expect
      .poll(async () => {
        await form.getByLabel("Email").fill(freshAddress());
        await form.getByLabel("Email").press("End");
        return form.getAttribute("data-live");
      })
      .toBe("react");
    await solveCaptcha(form);
    await form.getByRole("button").click();
    await expect(page.getByRole("heading", { name: "Thanks for joining our waitlist!" })).toBeFocused();
  });
});
