import type { Page } from "@playwright/test";
import { solveCaptcha, waitlistForm } from "./forms.ts";
import { expect, freshAddress, test } from "./site.ts";

test.use({ captchaEffort: 1 });

/** The calls for a challenge that the page makes from now on. */
function challenges(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.endsWith("/forms/captcha")) calls.push(search);
  });
  return calls;
}

test("the captcha's true work begins with the first field and not for a reader", async ({ quietPage: page, site }) => {
  const calls = challenges(page);
  const workers: string[] = [];
  page.on("worker", (worker) => workers.push(worker.url()));
  await page.goto(`${site.url}/#waitlist`);
  const form = waitlistForm(page);
  await expect(form).toHaveAttribute("data-live");
  expect([calls, workers]).toEqual([[], []]);

  await form.getByLabel("Email").fill(freshAddress());
  await expect.poll(() => workers.length).toBeGreaterThan(0);
  await expect(form.getByRole("status")).toBeEmpty();
  await solveCaptcha(form);
  await form.getByRole("button", { name: "Join Waitlist" }).click();
  await expect(page.getByRole("heading", { name: "Thanks for joining our waitlist!" })).toBeVisible();
  expect(calls).toEqual([""]);
});

test("a browser without WebAssembly is given other work", async ({ quietPage: page, site }) => {
  await page.addInitScript("delete globalThis.WebAssembly");
  const calls = challenges(page);
  await page.goto(site.url);
  const form = waitlistForm(page);
  await form.getByLabel("Email").fill(freshAddress());
  await solveCaptcha(form);
  await form.getByRole("button", { name: "Join Waitlist" }).click();
  await expect(page.getByRole("heading", { name: "Thanks for joining our waitlist!" })).toBeVisible();
  expect(calls).toEqual(["?algorithm=PBKDF2%2FSHA-256"]);
});

test("no visitor sees, reaches or hears the field for machines; a program that fills it is told it joined", async ({
  quietPage: page,
  site,
}) => {
  const email = freshAddress();
  await page.goto(site.url);
  const form = waitlistForm(page);
  const trap = form.locator("input[name=website]");
  await expect(trap).not.toBeInViewport();
  await form.getByLabel("Email").fill(email);
  await page.keyboard.press("Tab");
  await expect(form.getByRole("checkbox")).toBeFocused();
  await expect(form.getByRole("textbox")).toHaveCount(1);
  await trap.evaluate((field: HTMLInputElement) => (field.value = "https://spam.example"));
  await solveCaptcha(form);
  await form.getByRole("button", { name: "Join Waitlist" }).click();
  await expect(page.getByRole("heading", { name: "Thanks for joining our waitlist!" })).toBeVisible();
  const { data } = await site.supabase.from("waitlist").select("email").eq("email", email);
  expect(data).toEqual([]);
});
