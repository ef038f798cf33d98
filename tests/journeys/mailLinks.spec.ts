import type { Page } from "@playwright/test";
import { formsBasePath } from "../../server/contract/outcomes.ts";
import { join, joinElsewhere, statusOf } from "./mails.ts";
import { expect, expectAccessible, test } from "./site.ts";

const dialog = (page: Page) => page.getByRole("dialog");
const heading = (page: Page, name: string) => dialog(page).getByRole("heading", { name });

/** Records the addresses and `Referer` headers of a browser's requests. */
function listen(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", async (request) => {
    // A request that a navigation ended has none.
    const headers: Record<string, string> = await request.allHeaders().catch(() => ({}));
    sent.push(request.url(), headers["referer"] ?? "");
  });
  return sent;
}

test("a visitor who joins finds the mail in the inbox, and its link confirms in the same browser at once", async ({
  quietPage: page,
  site,
  context,
}) => {
  const { email } = await join(page, site);
  const inbox = await context.newPage();
  await inbox.setViewportSize({ width: 320, height: 640 });
  await inbox.goto(site.inbox);
  await expectAccessible(inbox);
  await inbox.getByRole("link", { name: email }).click();
  expect(await context.cookies()).toEqual([]);
  const link = inbox.frameLocator("iframe").getByRole("link", { name: "Confirm my address" });
  await expect(link).toBeVisible();
  const opened = context.waitForEvent("page");
  await link.click();
  const followed = await opened;
  await expect(heading(followed, "Your address is confirmed")).toBeFocused();
  expect(await statusOf(site, email)).toBe("confirmed");
  expect(followed.url()).toBe(`${site.url}/`);
  expect(await followed.evaluate(() => document.referrer)).toBe("");
});

test("in another browser it asks first, and the token is left nowhere", async ({ page, site }) => {
  const { email, confirm } = await joinElsewhere(site);
  const sent = listen(page);
  await page.goto(confirm);
  await expect(heading(page, "One step left")).toBeFocused();
  await expectAccessible(page);
  expect(await statusOf(site, email)).toBe("unconfirmed");
  await page.keyboard.press("Tab");
  await expect(dialog(page).getByRole("button", { name: "Confirm my address" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(heading(page, "Your address is confirmed")).toBeFocused();
  expect(await statusOf(site, email)).toBe("confirmed");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);

  const token = confirm.slice(confirm.indexOf("=") + 1);
  expect(token).toMatch(/^\w{64}$/u);
  expect(await page.evaluate(() => [location.href, history.length])).toEqual([`${site.url}/`, 2]);
  await page.goto(`${site.url}/nowhere`);
  await page.goBack();
  expect(page.url()).toBe(`${site.url}/`);
  expect(sent.filter((line) => line.includes(token))).toEqual([]);
  // The browser in which somebody confirms keeps the link to their place, which has tokens of its own.
  const kept = await page.evaluate(() => ({ ...localStorage, ...sessionStorage }));
  expect(kept).toEqual({ "keelbook-place": expect.not.stringContaining(token) });
});

test("the link to unsubscribe asks and unsubscribes, twice", async ({ page, site }) => {
  const { email, unsubscribe } = await join(page, site);
  // The page is already open, so only its fragment changes.
  await page.goto(unsubscribe);
  await expect(heading(page, "Leave the waitlist?")).toBeFocused();
  expect(await statusOf(site, email)).toBe("unconfirmed");
  await dialog(page).getByRole("button", { name: "Unsubscribe" }).click();
  await expect(heading(page, "You are unsubscribed")).toBeFocused();
  expect(await statusOf(site, email)).toBe("unsubscribed");
  expect(page.url()).toBe(`${site.url}/`);
  // A mail program without one-click unsubscription opens the address in List-Unsubscribe.
  await page.goto(`${site.url}${formsBasePath}/unsubscribe?token=${unsubscribe.replace(/^.*=/u, "")}`);
  await dialog(page).getByRole("button", { name: "Unsubscribe" }).click();
  await expect(heading(page, "You are unsubscribed")).toBeFocused();
  await dialog(page).getByRole("button", { name: "Close" }).click();
  await expect(dialog(page)).toHaveCount(0);
});
