import type { Page } from "@playwright/test";
import { embeddedPublishableKey } from "../../server/contract/brand.ts";
import { expect, expectAnswer, freshAddress, test } from "./site.ts";

const card = (page: Page) => page.getByRole("region", { name: "Welcome" });

test("a visitor without a session sees no spinner and downloads no auth code", async ({ quietPage: page, site }) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(site.url);
  await expect(page.locator("#auth-spinner")).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(requests.filter((path) => path.startsWith("/auth"))).toEqual([]);
  // One script comes after the first paint: that of the page's faces.
  const scripts = requests.filter((path) => path.endsWith(".js"));
  expect(scripts).toHaveLength(1);
  expect(await (await page.request.get(new URL(String(scripts[0]), site.url).href)).text()).toContain("FontFace");
});

test("the link of a mail signs in, by POST, and leaves no token behind", async ({ quietPage: page, site }) => {
  const email = freshAddress();
  await fetch(`${site.url}/auth/v1/signup`, {
    method: "POST",
    headers: { apikey: embeddedPublishableKey, "content-type": "application/json" },
    body: JSON.stringify({ email, password: "a-long-passphrase" }),
  });
  const link = /https?:\S+/u.exec((await site.mailTo(email)).text)?.[0] ?? "";
  const spent: string[] = [];
  page.on("request", (request) => request.url().includes("verify") && spent.push(`${request.method()} ${page.url()}`));
  await page.goto("about:blank");
  await page.goto(link);
  await expect(page.getByRole("dialog")).toContainText("One step left");
  expect(page.url()).toBe(`${site.url}/`);
  await expectAnswer(page);
  expect(spent).toEqual([]);
  await page.getByRole("button", { name: "Confirm and sign in" }).click();
  await expect(card(page)).toContainText(email);
  expect(spent).toEqual([`POST ${site.url}/`]);
  await page.goBack();
  expect(page.url()).toBe("about:blank");
  await page.goForward();
  await expect(card(page)).toContainText(email);
  expect(page.url()).not.toContain("token");

  // Browsers write refused answers into the console, here those to the session of an erased person.
  const another = await page.context().newPage();
  await another.goto(site.url);
  await expect(card(another)).toContainText(email);
  await site.supabase.rpc("erase_person", { person: email });
  await another.reload();
  await expect(card(another)).toBeHidden();
  await expect(card(page)).toBeHidden();
});
