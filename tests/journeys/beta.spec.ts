import { betaForm, expectToast, fillBeta, solveCaptcha } from "./forms.ts";
import { expect, expectAccessible, freshAddress, test } from "./site.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const route = "**/functions/v1/forms/beta";

test("a visitor applies, then submits another application", async ({ quietPage: page, site }) => {
  const email = freshAddress();
  await page.goto(site.url);
  const form = betaForm(page);
  await fillBeta(form, email);
  await solveCaptcha(form);
  await form.getByRole("button", { name: "Submit Application" }).click();
  await expect(page.getByRole("heading", { name: "Application Submitted!" })).toBeFocused();
  await expect(page.locator("#beta")).toContainText("48 hours");
  await expectToast(
    page,
    "status",
    "Application submitted!",
    "We'll review your application and get back to you soon.",
  );
  await expectAccessible(page);
  const stored = async () =>
    (await site.supabase.from("beta_applications").select("name,company,role,reason,status").eq("email", email)).data;
  expect(await stored()).toEqual([
    {
      name: "Ada Lovelace",
      company: "Analytical Engines",
      role: "consultant",
      reason: "My invoices are late.\nAll of them.",
      status: "pending",
    },
  ]);

  await page.getByRole("button", { name: "Submit Another Application" }).click();
  await expect(betaForm(page).getByLabel("Name")).toBeFocused();
  await expect(betaForm(page).getByLabel("Name")).toHaveValue("");
  await fillBeta(betaForm(page), email);
  await solveCaptcha(betaForm(page));
  await betaForm(page).getByRole("button", { name: "Submit Application" }).click();
  await expect(page.getByRole("heading", { name: "Application Submitted!" })).toBeVisible();
  expect(await stored()).toHaveLength(2);
});

test.describe("refusals", () => {
  test.use({ allowedConsole: /Failed to load resource/u });

  test("an application whose answer was lost is retried under the same id and counts once", async ({
    quietPage: page,
    site,
  }) => {
    const email = freshAddress();
    // The backend stores it, but the answer is lost on the way back.
    await page.route(
      route,
      async (request) => {
        await request.fetch();
        await request.abort();
      },
      { times: 1 },
    );
    await page.goto(site.url);
    const form = betaForm(page);
    await fillBeta(form, email);
    await solveCaptcha(form);
    await form.getByRole("button", { name: "Submit Application" }).click();
    await expectToast(page, "alert", "Error", "Something went wrong. Please try again.");
    await expect(form.getByLabel("Name")).toHaveValue("Ada Lovelace");
    const button = form.getByRole("button", { name: "Submit Application" });
    // Nor does a try without any network cost the tick.
    await page.getByRole("button", { name: "Close" }).click();
    await page.context().setOffline(true);
    await button.click();
    await expectToast(page, "alert", "Not sent", /^Our server cannot be reached/u);
    await expect(form.getByRole("checkbox")).toBeChecked();
    await page.context().setOffline(false);
    await button.click();
    await expect(page.getByRole("heading", { name: "Application Submitted!" })).toBeVisible();
    const { data } = await site.supabase.from("beta_applications").select("id").eq("email", email);
    expect(data).toHaveLength(1);
  });
});

test("the whole application can be made with the keyboard", async ({ quietPage: page, site }) => {
  await page.goto(`${site.url}/#beta`);
  const form = betaForm(page);
  await form.getByLabel("Name").focus();
  await page.keyboard.type("Grace Hopper");
  await page.keyboard.press("Tab");
  await page.keyboard.type(freshAddress());
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("f");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Compilers are expensive.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  const button = form.getByRole("button", { name: "Submit Application" });
  // Until the captcha is ready, the keyboard goes past it.
  await expect(button).toBeEnabled();
  await expect(form.getByRole("checkbox")).not.toHaveAttribute("aria-busy", "true");
  await page.keyboard.press("Tab");
  await expect(button).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Application Submitted!" })).toBeFocused();
});
