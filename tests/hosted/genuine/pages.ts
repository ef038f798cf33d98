import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type Browser, type BrowserContext, expect as expectOfPage, type Page } from "@playwright/test";
import { beforeAll, beforeEach, describe, it, onTestFinished } from "vitest";
import { withClient } from "../../../server/embedded/database/withClient.ts";
import { betaForm, fillBeta, solveCaptcha } from "../../journeys/forms.ts";
import { captchaSecret } from "../../support/backend.ts";
import { openChromium } from "../../support/chromium.ts";
import { testKeys } from "../../support/postgres.setup.ts";
import { testPassword } from "../../support/users.ts";
import type { Project } from "./project.ts";

// The timeouts only end a test that hangs.
const expect = expectOfPage.configure({ timeout: 60_000 });

/** Key of the session in `localStorage`. `components/auth/session.ts` has it too, but only Vite can load that file. */
const storageKey = "sb-keelbook-auth-token";

const card = (page: Page) => page.getByRole("region", { name: "Welcome" });
const dialog = (page: Page) => page.getByRole("dialog");
const press = (page: Page, name: string | RegExp) =>
  dialog(page)
    .getByRole("button", typeof name === "string" ? { name, exact: true } : { name })
    .click();
const freshAddress = () => `${crypto.randomUUID()}@example.com`;

/** Tests what a visitor does on the built page, in front of a project of genuine parts. */
export function describePages(projectOf: () => Project) {
  let browser: Browser;
  let project: Project;
  beforeAll(async () => {
    browser = await openChromium();
    project = projectOf();
    return () => browser.close();
  });

  const openContext = async (): Promise<BrowserContext> => {
    const context = await browser.newContext({ reducedMotion: "reduce" });
    context.setDefaultTimeout(60_000);
    onTestFinished(() => context.close());
    return context;
  };
  const openPage = async (): Promise<Page> => (await openContext()).newPage();

  /** Opens a mailed link in a page, and agrees to be signed in by it. */
  const follow = async (page: Page, link: string) => {
    await page.goto("about:blank");
    await page.goto(link);
    await press(page, /sign in$/iu);
  };

  const askForLink = async (page: Page, email: string) => {
    await page.goto(`${project.site}/#sign-in`);
    await dialog(page).getByLabel("Email").fill(email);
    await press(page, "Send me a link");
  };
  const signInByLink = async (page: Page, email: string) => {
    await askForLink(page, email);
    await expect(dialog(page)).toContainText("Check your email");
    await follow(page, await project.linkTo(email, /sign-in link/u));
    await expect(card(page)).toContainText(email);
  };
  const signOut = async (page: Page) => {
    await card(page).getByRole("button", { name: "Sign out" }).click();
    await expect(card(page)).toBeHidden();
  };
  /** Tells a tab, as browsers do, that it is shown again. */
  const comeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  /** Skips the minute in which GoTrue mails an address no second time. */
  const letMinutePass = (email: string) =>
    withClient(project.databaseUrl, (client) =>
      client.query("update auth.users set confirmation_sent_at = null, recovery_sent_at = null where email = $1", [
        email,
      ]),
    );
  const idOf = async (email: string): Promise<string> => {
    const { data } = await project.supabase.auth.admin.listUsers({ perPage: 1000 });
    return data.users.find((user) => user.email === email)?.id ?? "";
  };
  const decide = async (email: string, decision: "accept" | "decline") => {
    const { data } = await project.supabase
      .from("beta_applications")
      .select("id")
      .eq("email", email)
      .single()
      .throwOnError();
    await promisify(execFile)(
      process.execPath,
      ["scripts/prelaunch.mjs", "beta", decision, data.id, "--as", "journey"],
      { env: { ...process.env, SUPABASE_URL: project.api, SUPABASE_SECRET_KEY: testKeys.secretKey } },
    );
  };

  /** Sends the queued mails to an address, as the database's clock does every minute. */
  const sendMails = async (email: string) => {
    const headers = { authorization: `Bearer ${captchaSecret}` };
    const waiting = () =>
      withClient(project.databaseUrl, async (client) => {
        const { rows } = await client.query<{ last_error: string }>(
          "update public.email_outbox set not_before = now() where email = $1 and sent_at is null returning last_error",
          [email],
        );
        if (rows.length > 0) await project.service("/functions/v1/forms/mail/drain", { method: "POST", headers });
        return rows;
      });
    await expect.poll(waiting, { intervals: [1000] }).toEqual([]);
  };

  beforeEach(() => project.takeAddress());

  describe("an account of one's own", () => {
    it("is signed up for, confirmed by the mail's link, given a password, and signed in to with it", async () => {
      const [email, page] = [freshAddress(), await openPage()];
      await page.goto(`${project.site}/#sign-in`);
      await press(page, "Sign up");
      await dialog(page).getByLabel("Name").fill("Ada");
      await dialog(page).getByLabel("Email").fill(email);
      await press(page, "Sign up");
      await expect(dialog(page)).toContainText(`A link to ${email} is on its way.`);
      await follow(page, await project.linkTo(email, /^Confirm your email address/u));
      await expect(dialog(page)).toContainText("Your address is confirmed");
      await expect(dialog(page).getByLabel("Name")).toHaveValue("Ada");
      await dialog(page).getByLabel("New password").fill(testPassword);
      await press(page, "Save password");
      await expect(page.getByText("Password saved")).toBeVisible();
      await expect(card(page)).toContainText(email);
      await page.reload();
      await expect(card(page)).toContainText(email);
      await card(page).getByRole("button", { name: "Sign out" }).click();
      await expect(card(page)).toBeHidden();

      await page.goto(`${project.site}/#sign-in`);
      await press(page, "Use a password");
      await dialog(page).getByLabel("Email").fill(email);
      await dialog(page).getByLabel("Password").fill("not the right one");
      await press(page, "Sign in");
      await expect(dialog(page)).toContainText("The email address or the password is wrong.");
      await dialog(page).getByLabel("Password").fill(testPassword);
      await press(page, "Sign in");
      await expect(card(page)).toContainText(email);
    });
  });

  it("who has applied signs in by a link, and sees each state of the application in every browser", async () => {
    const [email, page] = [freshAddress(), await openPage()];
    await page.goto(project.site);
    await fillBeta(betaForm(page), email);
    await solveCaptcha(betaForm(page));
    await betaForm(page).getByRole("button", { name: "Submit Application" }).click();
    await expect(page.getByRole("heading", { name: "Application Submitted!" })).toBeVisible();
    await signInByLink(page, email);
    await expect(card(page)).toContainText("is being reviewed");
    await decide(email, "accept");
    await comeBack(page);
    await expect(card(page)).toContainText("was accepted");

    // The mail about the decision signs in, too, by a link that an admin makes.
    await sendMails(email);
    const other = await openPage();
    await follow(other, await project.linkTo(email, /^You’re in/u));
    await expect(card(other)).toContainText("was accepted");
    await signOut(page);
    await other.reload();
    await expect(card(other)).toBeHidden();
  });

  it("who is accepted without an account gets one by the mail's link, whose address that confirms", async () => {
    const [email, page] = [freshAddress(), await openPage()];
    await project.supabase
      .from("beta_applications")
      .insert({ name: "Ada", email, role: "other", reason: "x" })
      .throwOnError();
    await decide(email, "accept");
    await sendMails(email);
    await follow(page, await project.linkTo(email, /^You’re in/u));
    await expect(card(page)).toContainText("was accepted");
  });

  it("people see that they were declined, or have not applied, and nobody sees another's", async () => {
    const [declined, stranger] = [freshAddress(), freshAddress()];
    const applications = project.supabase.from("beta_applications");
    await applications.insert({ name: "Ada", email: declined, role: "other", reason: "x" }).throwOnError();
    await decide(declined, "decline");
    for (const [email, words] of [
      [declined, "We could not offer you a place in this beta."],
      [stranger, "You have not applied for beta access"],
    ] as const) {
      const page = await openPage();
      await signInByLink(page, email);
      await expect(card(page)).toContainText(words);
    }
  });

  it("a forgotten password is set anew by a mail's link, and signs in", async () => {
    const [email, page] = [freshAddress(), await openPage()];
    await signInByLink(page, email);
    await signOut(page);
    await letMinutePass(email);
    await page.goto(`${project.site}/#sign-in`);
    await press(page, "Use a password");
    await press(page, "Forgot your password?");
    await dialog(page).getByLabel("Email").fill(email);
    await press(page, "Send me a link");
    await expect(dialog(page)).toContainText("Check your email");
    await follow(page, await project.linkTo(email, /^Set a new password/u));
    await dialog(page).getByLabel("New password").fill(testPassword);
    await press(page, "Save password");
    await expect(page.getByText("Password saved")).toBeVisible();
    await signOut(page);
    await page.goto(`${project.site}/#sign-in`);
    await press(page, "Use a password");
    await dialog(page).getByLabel("Email").fill(email);
    await dialog(page).getByLabel("Password").fill(testPassword);
    await press(page, "Sign in");
    await expect(card(page)).toContainText(email);
  });

  it("a link works once, and a new one is one press away", async () => {
    const [email, page] = [freshAddress(), await openPage()];
    await signInByLink(page, email);
    const link = await project.linkTo(email, /sign-in link/u);
    await signOut(page);
    await follow(page, link);
    await expect(dialog(page)).toContainText("expired or was already used");
    // This browser has forgotten whose link it was.
    await press(page, "Send me a new link");
    await dialog(page).getByLabel("Email").fill(email);
    await letMinutePass(email);
    await press(page, "Send me a link");
    await expect(dialog(page)).toContainText("Check your email");
  });

  it("signing up again with a known address mails a link, and a second request within a minute says to wait", async () => {
    const [email, page] = [freshAddress(), await openPage()];
    await signInByLink(page, email);
    await signOut(page);
    await letMinutePass(email);
    const before = project.mails.length;
    await page.goto(`${project.site}/#sign-in`);
    await press(page, "Sign up");
    await dialog(page).getByLabel("Name").fill("Ada");
    await dialog(page).getByLabel("Email").fill(email);
    await press(page, "Sign up");
    await expect(dialog(page)).toContainText(`A link to ${email} is on its way.`);
    expect(project.mails.slice(before).map(({ to, subject }) => [to, subject])).toEqual([
      [email, "Your sign-in link for Keelbook"],
    ]);
    const other = await openPage();
    await askForLink(other, email);
    await expect(dialog(other)).toContainText("Too many attempts. Please wait");
  });

  it("a session that an admin ends is over when its tab is shown again, and its account's link says that it is blocked", async () => {
    const [email, page] = [freshAddress(), await openPage()];
    await signInByLink(page, email);
    await letMinutePass(email);
    const other = await openPage();
    await askForLink(other, email);
    await expect(dialog(other)).toContainText("Check your email");
    const { admin } = project.supabase.auth;
    await admin.updateUserById(await idOf(email), { ban_duration: "1h" });
    await comeBack(page);
    await expect(card(page)).toBeHidden();
    await follow(other, await project.linkTo(email, /sign-in link/u));
    await expect(dialog(other)).toContainText("This account is blocked.");

    await admin.updateUserById(await idOf(email), { ban_duration: "none" });
    await letMinutePass(email);
    await signInByLink(page, email);
    await admin.deleteUser(await idOf(email));
    await page.reload();
    await expect(card(page)).toBeHidden();
  });

  it("two tabs that renew a session at the same time both stay signed in", async () => {
    const [email, page] = [freshAddress(), await openPage()];
    await signInByLink(page, email);
    const second = await page.context().newPage();
    await second.goto(project.site);
    await expect(card(second)).toContainText(email);
    // A browser that was closed for hours finds the session like this.
    await page.evaluate((key) => {
      const session: object = JSON.parse(localStorage.getItem(key) ?? "{}");
      localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
    }, storageKey);
    await Promise.all([page.reload(), second.reload()]);
    for (const tab of [page, second]) await expect(card(tab)).toContainText(email);
    for (const tab of [page, second]) {
      await tab.reload();
      await expect(card(tab)).toContainText(email);
    }
  });

  it.each([
    ["ahead", 3],
    ["behind", -3],
  ])("a browser whose clock is hours %s signs in and stays so", async (_, hours) => {
    const [email, context] = [freshAddress(), await openContext()];
    const page = await context.newPage();
    await page.clock.install({ time: Date.now() + hours * 3_600_000 });
    let renewals = 0;
    page.on("request", (request) => request.url().includes("grant_type=refresh_token") && renewals++);
    await signInByLink(page, email);
    await page.reload();
    await expect(card(page)).toContainText(email);
    await page.clock.fastForward(120_000);
    await expect(card(page)).toContainText(email);
    expect(renewals).toBe(0);
    // Two hours later the access token has expired by both clocks; only the browser's clock can be moved here.
    await page.clock.fastForward(2 * 3_600_000);
    await page.reload();
    await expect(card(page)).toContainText(email);
    expect(renewals).toBeGreaterThan(0);
  });
}
