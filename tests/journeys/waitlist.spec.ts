import { expectToast, solveCaptcha, waitlistForm } from "./forms.ts";
import { expect, expectAccessible, freshAddress, test } from "./site.ts";

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
});
