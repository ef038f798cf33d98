import { betaWords } from "../../components/copy/beta.ts";
import { betaForm, expectToast, expectUncovered, fillBeta, solveCaptcha } from "./forms.ts";
import { expect, freshAddress, type Site, test } from "./site.ts";

const stored = async (site: Site, email: string) =>
  (await site.supabase.from("beta_applications").select("name,company,role,reason,status").eq("email", email)).data;

test("a visitor applies with the keyboard alone, and may submit another application", async ({
  quietPage: page,
  site,
}) => {
  const email = freshAddress();
  await page.goto(`${site.url}/#beta`);
  const form = betaForm(page);
  await form.getByLabel("Name").focus();
  for (const typed of ["Grace Hopper", email, "", betaWords.roles.other, "Compilers are expensive."]) {
    await page.keyboard.type(typed);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Space");
  const button = form.getByRole("button", { name: "Submit Application" });
  // The Tab key would skip the captcha until it is ready.
  await expect(button).toBeEnabled();
  await expect(form.getByRole("checkbox")).not.toHaveAttribute("aria-busy", "true");
  await page.keyboard.press("Tab");
  await expect(button).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Application Submitted!" })).toBeFocused();
  await expect(page.locator("#beta")).toContainText("48 hours");
  await expectToast(
    page,
    "status",
    "Application submitted!",
    "We'll review your application and get back to you soon.",
  );
  await expect(page.locator("#beta .tick")).toBeInViewport({ ratio: 1 });
  // This is a laptop's screen, where the footer comes into sight below the success view.
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectUncovered(page.locator("#beta, footer").locator(".tick, h3, a, button"));
  await page.setViewportSize({ width: 1280, height: 720 });
  expect(await stored(site, email)).toEqual([
    { name: "Grace Hopper", company: null, role: "other", reason: "Compilers are expensive.", status: "pending" },
  ]);
  await page.getByRole("button", { name: "Submit Another Application" }).click();
  await expect(form.getByLabel("Name")).toBeFocused();
  await expect(form.getByLabel("Name")).toHaveValue("");
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
      "**/functions/v1/forms/beta",
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
    const button = form.getByRole("button", { name: "Submit Application" });
    await button.click();
    await expectToast(page, "alert", "Error", "Something went wrong. Please try again.");
    // A try without any network does not cost the tick either.
    await page.getByRole("button", { name: "Close" }).click();
    await page.context().setOffline(true);
    await button.click();
    await expectToast(page, "alert", "Error", "Something went wrong. Please try again.");
    await expect(form.getByText("You are offline. Nothing was sent; what you typed is kept.")).toBeVisible();
    await expect(form.getByRole("checkbox")).toBeChecked();
    await page.context().setOffline(false);
    await button.click();
    await expect(page.getByRole("heading", { name: "Application Submitted!" })).toBeVisible();
    expect(await stored(site, email)).toEqual([
      {
        name: "Ada Lovelace",
        company: "Analytical Engines",
        role: "other",
        reason: "My invoices are late.\nAll of them.",
        status: "pending",
      },
    ]);
  });
});
