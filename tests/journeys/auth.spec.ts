import type { Page } from "@playwright/test";
import { embeddedPublishableKey } from "../../server/contract/embedded.ts";
import { betaForm, fillBeta, solveCaptcha } from "./forms.ts";
import { expect, expectAccessible, freshAddress, type Site, test } from "./site.ts";

const storageKey = "sb-keelbook-auth-token";
const spinner = (page: Page) => page.locator("#auth-spinner");
const card = (page: Page) => page.getByRole("region", { name: "Welcome" });

/** A confirmed user's session, as the auth service gives it. */
async function signIn(site: Site, email: string): Promise<Record<string, unknown>> {
  const send = async (path: string, body: unknown): Promise<Record<string, unknown>> => {
    const response = await fetch(`${site.url}/auth/v1/${path}`, {
      method: "POST",
      headers: { apikey: embeddedPublishableKey, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return Object(await response.json());
  };
  await send("signup", { email, password: "a-long-passphrase", data: { name: "Ada" } });
  const code = /code: (\d+)/u.exec(await site.mailTo(email))?.[1];
  return send("verify", { type: "signup", email, token: code });
}

/** Stores a session once, as an earlier visit would have; what the page does to it afterwards stays done. */
async function storeSession(page: Page, session: unknown): Promise<void> {
  await page.addInitScript(
    ([key, value]) => {
      if (sessionStorage.getItem("stored")) return;
      sessionStorage.setItem("stored", "yes");
      localStorage.setItem(String(key), String(value));
    },
    [storageKey, JSON.stringify(session)],
  );
}

test("a visitor without a session sees no spinner and downloads no auth code", async ({ quietPage: page, site }) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(site.url);
  await expect(spinner(page)).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(requests.filter((path) => path.endsWith(".js"))).toEqual([]);
  expect(requests.filter((path) => path.startsWith("/auth"))).toEqual([]);
});

test("a stored session shows the welcome card, survives a reload, and ends with sign-out in every tab", async ({
  quietPage: page,
  site,
  context,
}) => {
  const email = freshAddress();
  const application = { name: "Ada", email, role: "other" as const, reason: "x", status: "accepted" as const };
  await site.supabase.from("beta_applications").insert({ ...application, created_at: "2026-01-01T00:00:00Z" });
  // Acceptance stands, whatever is applied for after it.
  await site.supabase.from("beta_applications").insert({ ...application, status: "pending" });
  await storeSession(page, await signIn(site, email));
  await page.goto(site.url);
  await expect(card(page)).toContainText(email);
  await expect(card(page)).toContainText("accepted");
  await expectAccessible(page);
  await page.reload();
  await expect(card(page)).toContainText(email);

  const second = await context.newPage();
  await second.goto(site.url);
  await expect(card(second)).toContainText(email);
  await card(page).getByRole("button", { name: "Sign out" }).click();
  await expect(card(page)).toBeHidden();
  await expect(card(second)).toBeHidden();
  await page.reload();
  await expect(card(page)).toBeHidden();
  await expect(spinner(page)).toBeHidden();
});

test("the welcome card follows an application made in the same page", async ({ quietPage: page, site }) => {
  const email = freshAddress();
  await storeSession(page, await signIn(site, email));
  await page.goto(site.url);
  await expect(card(page)).toContainText("You have not applied");
  await fillBeta(betaForm(page), email);
  await solveCaptcha(betaForm(page));
  await betaForm(page).getByRole("button", { name: "Submit Application" }).click();
  await expect(card(page)).toContainText("is being reviewed");
});

test("the spinner stands while a session is being restored slowly, then gives way to the page", async ({
  quietPage: page,
  site,
}) => {
  const session = await signIn(site, freshAddress());
  await storeSession(page, { ...session, expires_at: 1 });
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/auth/v1/token*", async (request) => {
    await held;
    await request.continue();
  });
  await page.goto(site.url);
  await expect(spinner(page)).toBeVisible();
  await expect(spinner(page)).toContainText("Loading");
  release();
  await expect(spinner(page)).toBeHidden();
  await expect(card(page)).toBeVisible();
});

test.describe("a session that is no good", () => {
  test.use({ allowedConsole: /Failed to load resource|refresh/iu });

  test("expired and revoked, it ends in the signed-out page", async ({ quietPage: page, site }) => {
    const session = await signIn(site, freshAddress());
    await storeSession(page, { ...session, expires_at: 1, refresh_token: "revoked" });
    await page.goto(site.url);
    await expect(spinner(page)).toBeHidden();
    await expect(card(page)).toBeHidden();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await page.evaluate((key) => localStorage.getItem(key), storageKey)).toBeNull();
  });

  test("unreadable, it is no session", async ({ quietPage: page, site }) => {
    await storeSession(page, "nonsense");
    await page.goto(site.url);
    await expect(spinner(page)).toBeHidden();
    await expect(card(page)).toBeHidden();
  });
});

test("a sign-in link signs in and leaves no token in the address bar", async ({ quietPage: page, site }) => {
  const email = freshAddress();
  const session = await signIn(site, email);
  const fragment = new URLSearchParams({
    access_token: String(session["access_token"]),
    refresh_token: String(session["refresh_token"]),
    expires_in: "3600",
    expires_at: String(session["expires_at"]),
    token_type: "bearer",
    type: "magiclink",
  });
  await page.goto(`${site.url}/#${fragment}`);
  await expect(card(page)).toContainText(email);
  expect(page.url()).not.toContain("access_token");
});
