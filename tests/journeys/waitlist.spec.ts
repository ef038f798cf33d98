import { expectToast, solveCaptcha, waitlistForm } from "./forms.ts";
import { expect, expectAccessible, freshAddress, test } from "./site.ts";

const route = "**/functions/v1/forms/waitlist";

test("a visitor joins the waitlist, and the second time is told that they are on it", async ({
  quietPage: page,
  site,
}) => {
  const email = freshAddress();
  await page.goto(`${site.url}/?utm_source=Newsletter%20May`);
  const form = waitlistForm(page);
  await form.getByLabel("Email").fill(` \u2068${email.toUpperCase()}\u2069 `);
  await solveCaptcha(form);
  await form.getByRole("button", { name: "Join Waitlist" }).click();
  await expect(page.getByRole("heading", { name: "Thanks for joining our waitlist!" })).toBeFocused();
  await expectToast(page, "status", "Welcome to our waitlist!", "Check your email for a confirmation message.");
  await expectAccessible(page);
  const { data } = await site.supabase.from("waitlist").select("email,notified,source").eq("email", email);
  expect(data).toEqual([{ email, notified: false, source: "newsletter-may" }]);
});

test.describe("refusals", () => {
  // The browser itself logs failed requests to the console.
  test.use({ allowedConsole: /Failed to load resource/u });

  test("an address that is already on the list is reported, and nothing typed is lost", async ({
    quietPage: page,
    site,
  }) => {
    const email = freshAddress();
    await site.supabase.from("waitlist").insert({ email });
    await page.goto(site.url);
    const form = waitlistForm(page);
    await form.getByLabel("Email").fill(email);
    await solveCaptcha(form);
    await form.getByRole("button", { name: "Join Waitlist" }).click();
    await expectToast(page, "alert", "Already subscribed", "This email is already on our waitlist!");
    await expect(form.getByLabel("Email")).toHaveValue(email);
    await expect(form.getByRole("checkbox")).not.toBeChecked();
    await expectAccessible(page);
  });

  test("without the captcha's tick the form asks for it and sends nothing", async ({ quietPage: page, site }) => {
    let sent = 0;
    await page.route(route, (request) => {
      sent++;
      return request.continue();
    });
    await page.goto(site.url);
    const form = waitlistForm(page);
    await form.getByLabel("Email").fill(freshAddress());
    await form.getByRole("button", { name: "Join Waitlist" }).click();
    await expectToast(page, "alert", "Verification required", "Please complete the reCAPTCHA verification.");
    expect(sent).toBe(0);
  });

  test("losing the network shows the unexpected error, and a second try works", async ({
    quietPage: page,
    site,
    context,
  }) => {
    await page.goto(site.url);
    const form = waitlistForm(page);
    await form.getByLabel("Email").fill(freshAddress());
    await solveCaptcha(form);
    await expect(form).toHaveAttribute("data-live", "react");
    await context.setOffline(true);
    await form.getByRole("button", { name: "Join Waitlist" }).click();
    await expectToast(page, "alert", "Error", "Something went wrong. Please try again.");
    await context.setOffline(false);
    await form.getByRole("button", { name: "Join Waitlist" }).click();
    await expect(page.getByRole("heading", { name: "Thanks for joining our waitlist!" })).toBeVisible();
  });

  test("a field that the server refuses says why, and gets the focus", async ({ quietPage: page, site }) => {
    await page.goto(site.url);
    const form = waitlistForm(page);
    // Valid by the browser's rule, but refused by the contract: longer than 254 characters.
    await form.getByLabel("Email").fill(`${"a".repeat(64)}@${`${"b".repeat(60)}.`.repeat(3)}example`);
    await solveCaptcha(form);
    await form.getByRole("button", { name: "Join Waitlist" }).click();
    await expect(form.getByLabel("Email")).toBeFocused();
    await expect(form.getByLabel("Email")).toHaveAccessibleDescription(
      "The e-mail address is longer than 254 characters.",
    );
    await expectAccessible(page);
  });
});

test("the button says that the form is being sent, and Enter pressed twice sends it once", async ({
  quietPage: page,
  site,
}) => {
  let sent = 0;
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(route, async (request) => {
    sent++;
    await held;
    await request.continue();
  });
  await page.goto(site.url);
  const form = waitlistForm(page);
  await form.getByLabel("Email").fill(freshAddress());
  await solveCaptcha(form);
  await form.getByLabel("Email").press("Enter");
  await form.getByLabel("Email").press("Enter");
  await expect(form.getByRole("button", { name: "Joining..." })).toBeVisible();
  release();
  await expect(page.getByRole("heading", { name: "Thanks for joining our waitlist!" })).toBeVisible();
  expect(sent).toBe(1);
});

test("text typed before hydration stays, and a form submitted before it is sent once it is live", async ({
  quietPage: page,
  site,
}) => {
  const email = freshAddress();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/assets/chunks/*.js", async (request) => {
    await held;
    await request.continue();
  });
  await page.goto(`${site.url}/#waitlist`);
  const form = waitlistForm(page);
  const box = form.getByLabel("Email");
  await box.click();
  await box.pressSequentially(email.slice(0, 10));
  await box.evaluate((input: HTMLInputElement) => input.form?.requestSubmit());
  release();
  await expect(form).toHaveAttribute("data-live", "react");
  await expect(box).toBeFocused();
  await box.pressSequentially(email.slice(10));
  await expect(box).toHaveValue(email);
  expect(page.url()).toBe(`${site.url}/#waitlist`);
});
