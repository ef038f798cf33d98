import { type Browser, type BrowserContext, expect as expectOfPage, type Page } from "@playwright/test";
import { beforeAll, describe, it, onTestFinished } from "vitest";
import { openChromium } from "../../support/chromium.ts";
import { testPassword } from "../../support/users.ts";
import type { Project } from "./project.ts";

// The timeouts end a test that hangs.
const expect = expectOfPage.configure({ timeout: 60_000 });

const card = (page: Page) => page.getByRole("region", { name: "Welcome" });
const dialog = (page: Page) => page.getByRole("dialog");
const press = (page: Page, name: string | RegExp) =>
  dialog(page)
    .getByRole("button", typeof name === "string" ? { name, exact: true } : { name })
    .click();
const freshAddress = () => `${crypto.randomUUID()}@example.com`;

/** What a visitor does on the built page, in front of a project of genuine parts. */
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
}
