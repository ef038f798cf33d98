import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { betaForm, fillBeta, solveCaptcha } from "./forms.ts";
import { expect, expectAccessible, freshAddress, type Site, test } from "./site.ts";

/** Key of the session in `localStorage`. `components/auth/session.ts` has it too, but only Vite can load that file. */
const storageKey = "sb-keelbook-auth-token";

// A browser logs this about a session that was ended elsewhere.
test.use({ allowedConsole: /status of 40[0-9]|refresh/iu });

const card = (page: Page) => page.getByRole("region", { name: "Welcome" });
const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true });
const stored = (page: Page) => page.evaluate((key) => localStorage.getItem(key), storageKey);
const password = "a-long-passphrase";

/** The link of the newest mail to an address, once that mail contains this text. */
async function linkOf(site: Site, email: string, words: string): Promise<string> {
  // The stack looks only every few seconds for mails that another process has queued.
  await expect.poll(async () => (await site.mailTo(email)).text).toContain(words);
  return /https?:\S+#token_hash=\S+/u.exec((await site.mailTo(email)).text)?.[0] ?? "";
}

async function accept(site: Site, email: string): Promise<void> {
  const { data } = await site.supabase
    .from("beta_applications")
    .select("id")
    .eq("email", email)
    .single()
    .throwOnError();
  const program = ["scripts/prelaunch.mjs", "--data", site.dataFolder, "beta", "accept", data.id, "--as", "journey"];
  await promisify(execFile)(process.execPath, program);
  // This skips the minute in which a decision can be taken back.
  const due = { not_before: new Date().toISOString() };
  await site.supabase
    .from("email_outbox")
    .update(due)
    .eq("kind", "application-accepted")
    .eq("email", email)
    .throwOnError();
}

const apply = (site: Site, email: string) =>
  site.supabase
    .from("beta_applications")
    .insert({ name: "Ada", email, role: "other", reason: "x", status: "pending" })
    .throwOnError();

/** Resets the rate limits, such as one mail a minute. */
const letTimePass = (site: Site) => site.supabase.from("rate_limits").delete().neq("key", "").throwOnError();

/** Presses the button of a link that signs in, which for a new address also confirms it. */
const agree = (page: Page) =>
  dialog(page)
    .getByRole("button", { name: /sign in$/iu })
    .click();

/** Requests a sign-in link in the dialog, and follows it in the same browser. */
async function signIn(page: Page, site: Site, email: string): Promise<void> {
  await page.goto(`${site.url}/#sign-in`);
  await dialog(page).getByLabel("Email").fill(email);
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toContainText(`to ${email}`);
  await page.goto("about:blank");
  await page.goto(await linkOf(site, email, "sign in"));
  await agree(page);
  await expect(card(page)).toContainText(email);
}

/** Tells a tab, as browsers do, that it is shown again. */
const comeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

test("apply, sign in by a link, be accepted, and see it in both browsers", async ({
  quietPage: page,
  site,
  browser,
}) => {
  const email = freshAddress();
  await page.goto(site.url);
  await fillBeta(betaForm(page), email);
  await solveCaptcha(betaForm(page));
  await betaForm(page).getByRole("button", { name: "Submit Application" }).click();
  await expect(page.getByRole("heading", { name: "Application Submitted!" })).toBeVisible();

  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(dialog(page).getByLabel("Email")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "Sign in" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByLabel("Email")).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(email);
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByRole("heading", { name: "Check your email" })).toBeFocused();

  const followed = await page.context().newPage();
  await followed.goto(await linkOf(site, email, "sign in"));
  await agree(followed);
  await expect(card(followed)).toContainText("is being reviewed");
  await expect(card(followed)).toContainText(/by \w+day/u);
  await expectAccessible(followed);
  // The tab that requested the link signs in, too. In the background it may not have run yet; coming back to it
  // makes it look again.
  await expect(dialog(page)).toHaveCount(0);
  await expect(card(page)).toContainText(email);
  await comeBack(page);
  await expect(card(page)).toContainText("is being reviewed");
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeFocused();

  await accept(site, email);
  await comeBack(page);
  await expect(card(page)).toContainText("was accepted");
  const other = await (await browser.newContext()).newPage();
  await other.goto(await linkOf(site, email, "Welcome aboard"));
  await button(other, "Sign in").click();
  await expect(card(other)).toContainText("was accepted");

  // Signing out ends the session in every tab, and in every browser.
  await card(followed).getByRole("button", { name: "Sign out" }).click();
  await expect(card(page)).toBeHidden();
  expect(await stored(page)).toBeNull();
  await other.reload();
  await expect(card(other)).toBeHidden();
  await other.context().close();
});

test("recovery sets a new password, which then signs in", async ({ quietPage: page, site }) => {
  const email = freshAddress();
  await apply(site, email);
  await signIn(page, site, email);
  await card(page).getByRole("button", { name: "Sign out" }).click();
  await letTimePass(site);
  await page.getByRole("link", { name: "Sign in" }).click();
  await button(page, "Use a password").click();
  await button(page, "Forgot your password?").click();
  await dialog(page).getByLabel("Email").fill(email);
  await button(page, "Send me a link").click();
  await expect(dialog(page)).toContainText("Check your email");
  await page.goto("about:blank");
  await page.goto(await linkOf(site, email, "set a new password"));
  await button(page, "Sign in").click();
  await expect(dialog(page)).toContainText("Set a new password");
  await dialog(page).getByLabel("New password").fill(password);
  await button(page, "Save password").click();
  await expect(page.getByText("Password saved")).toBeVisible();
  await card(page).getByRole("button", { name: "Sign out" }).click();

  await page.getByRole("link", { name: "Sign in" }).click();
  await button(page, "Use a password").click();
  await dialog(page).getByLabel("Email").fill(email);
  await dialog(page).getByLabel("Password").fill(password);
  await agree(page);
  await expect(card(page)).toContainText(email);
});
