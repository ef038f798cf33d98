import { betaForm, expectToast, fillBeta, solveCaptcha } from "./forms.ts";
import { holdReact } from "./holdReact.ts";
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

test("required fields are marked for the browser, too; the reason is four rows tall", async ({
  quietPage: page,
  site,
}) => {
  await page.goto(site.url);
  const form = betaForm(page);
  for (const label of ["Name", "Email", "Role", "Why"]) {
    await expect(form.getByLabel(label)).toHaveAttribute("required");
    await expect(form.locator("label", { hasText: label })).toContainText("*");
  }
  await expect(form.getByLabel("Company")).not.toHaveAttribute("required");
  await expect(form.getByLabel("Why")).toHaveAttribute("rows", "4");
  expect(
    await form
      .getByLabel("Role")
      .locator("option")
      .evaluateAll((options) => options.map((option) => option.getAttribute("value"))),
  ).toEqual(["", "freelancer", "small-business-owner", "consultant", "agency-owner", "other"]);
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
    await expectToast(page, "alert", "Error", "Something went wrong. Please try again.");
    await expect(form.getByRole("checkbox")).toBeChecked();
    await page.context().setOffline(false);
    await button.click();
    await expect(page.getByRole("heading", { name: "Application Submitted!" })).toBeVisible();
    const { data } = await site.supabase.from("beta_applications").select("id").eq("email", email);
    expect(data).toHaveLength(1);
  });

  test("an application that was left while it was sent, before React, counts once when the restored form is sent", async ({
    quietPage: page,
    site,
    exportFolder,
  }) => {
    const email = freshAddress();
    const stored = () => site.supabase.from("beta_applications").select("id").eq("email", email);
    const release = await holdReact(page, exportFolder);
    // The backend stores it, but the visitor has gone before the answer comes.
    await page.route(route, (request) => request.fetch().then(() => undefined), { times: 1 });
    await page.goto(`${site.url}/#beta`);
    const form = betaForm(page);
    await fillBeta(form, email);
    await solveCaptcha(form);
    await form.getByRole("button", { name: "Submit Application" }).click();
    await expect.poll(async () => (await stored()).data?.length).toBe(1);
    release();
    // A page of the same site: before one of another Chromium shows it, it has not yet added to the history's entry what was typed.
    await page.goto(`${site.url}/nowhere`);
    await page.goBack();
    await expect(form).toHaveAttribute("data-live", "react");
    await expect(form.getByLabel("Why")).toHaveValue("My invoices are late.\nAll of them.");
    await solveCaptcha(form);
    await form.getByRole("button", { name: "Submit Application" }).click();
    await expect(page.getByRole("heading", { name: "Application Submitted!" })).toBeVisible();
    expect((await stored()).data).toHaveLength(1);
  });

  test("a failed insert is reported in the form's words", async ({ quietPage: page, site }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(route, async (request) => {
      await held;
      await request.fulfill({
        status: 503,
        contentType: "application/problem+json",
        body: JSON.stringify({ code: "store_unavailable", status: 503, title: "x" }),
      });
    });
    await page.goto(site.url);
    const form = betaForm(page);
    await fillBeta(form, freshAddress());
    await solveCaptcha(form);
    await form.getByRole("button", { name: "Submit Application" }).click();
    await expect(form.getByRole("button", { name: "Submitting..." })).toBeVisible();
    release();
    await expectToast(page, "alert", "Error", "Failed to submit application. Please try again.");
    await expect(form.getByLabel("Why")).toHaveValue("My invoices are late.\nAll of them.");
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

test("the select's arrow comes after its text, also in right-to-left translations, and has room there", async ({
  quietPage: page,
  site,
}) => {
  await page.goto(site.url);
  const look = (dir: string) =>
    page.locator("#beta-role").evaluate((select, direction) => {
      document.documentElement.dir = direction;
      const { paddingLeft, paddingRight, backgroundPositionX } = getComputedStyle(select);
      return { paddingLeft, paddingRight, backgroundPositionX };
    }, dir);
  const end = { paddingLeft: "16px", paddingRight: "40px", backgroundPositionX: "calc(100% - 16px)" };
  expect(await look("ltr")).toEqual(end);
  expect(await look("rtl")).toEqual({ paddingLeft: "40px", paddingRight: "16px", backgroundPositionX: "16px" });
});

test("the steps leave room for their line beside the text, also in right-to-left translations", async ({
  quietPage: page,
  site,
}) => {
  await page.goto(site.url);
  const room = (dir: string) =>
    page.locator("#beta ol > li").evaluateAll((steps, direction) => {
      document.documentElement.dir = direction;
      return steps.map((step) => {
        const [box, words] = [step, step.firstElementChild ?? step].map((one) => one.getBoundingClientRect());
        return { left: (words?.left ?? 0) - (box?.left ?? 0), right: (box?.right ?? 0) - (words?.right ?? 0) };
      });
    }, dir);
  expect(await room("ltr")).toEqual([1, 2, 3].map(() => ({ left: 32, right: 0 })));
  expect(await room("rtl")).toEqual([1, 2, 3].map(() => ({ left: 0, right: 32 })));
});
