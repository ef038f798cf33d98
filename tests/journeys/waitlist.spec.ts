import { expectToast, expectUncovered, solveCaptcha, waitlistForm } from "./forms.ts";
import { expect, freshAddress, test } from "./site.ts";

// The browser itself logs the refused request to the console.
test.use({ allowedConsole: /Failed to load resource/u });

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
  // The toast covers the navigation and nothing that is read.
  const bottomOf = (selector: string) =>
    page.locator(selector).evaluate((element) => element.getBoundingClientRect().bottom);
  expect(await bottomOf("[data-tone=success] > *")).toBeLessThanOrEqual((await bottomOf("header")) + 2);
  await expect(page.locator("#waitlist .tick")).toBeInViewport({ ratio: 1 });
  await expectUncovered(page.locator("#waitlist").locator(".tick, h3, a, button, input, summary"));
  // Its paper says only what happened.
  const question = page.getByText("Question 1 of 3");
  await expect(question).toBeVisible();
  await page.emulateMedia({ media: "print" });
  for (const one of [question, page.getByText("Wrong address?"), page.getByText("#waitlist, or write to")])
    await expect(one).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  const { data } = await site.supabase.from("waitlist").select("email,notified,source").eq("email", email);
  expect(data).toEqual([{ email, notified: false, source: "newsletter-may" }]);

  await page.reload();
  await form.getByLabel("Email").fill(email);
  await solveCaptcha(form);
  await form.getByRole("button", { name: "Join Waitlist" }).click();
  await expectToast(page, "alert", "Already subscribed", "This email is already on our waitlist!");
  await expect(form.getByLabel("Email")).toHaveValue(email);
});
