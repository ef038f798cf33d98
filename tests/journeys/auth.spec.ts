import type { Page } from "@playwright/test";
import { storageKey } from "../../components/auth/session.ts";
import { embeddedPublishableKey } from "../../server/contract/brand.ts";
import { expect, expectAccessible, expectAnswer, freshAddress, type Site, test } from "./site.ts";
import { splitWords } from "./splitWords.ts";
import { setTextSize } from "./textSize.ts";

const spinner = (page: Page) => page.locator("#auth-spinner");
const card = (page: Page) => page.getByRole("region", { name: "Welcome" });

/** Calls the auth service, as the page would. */
async function ask(site: Site, path: string, body: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(`${site.url}/auth/v1/${path}`, {
    method: "POST",
    headers: { apikey: embeddedPublishableKey, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return Object(await response.json());
}

/** The link of the newest mail to an address. */
const mailedLink = async (site: Site, email: string) =>
  new URL(/https?:\S+/u.exec((await site.mailTo(email)).text)?.[0] ?? site.url);

const signUp = (site: Site, email: string) => ask(site, "signup", { email, password: "a-long-passphrase" });

/** A confirmed user's session, as the auth service returns it. */
async function signIn(site: Site, email: string): Promise<Record<string, unknown>> {
  await signUp(site, email);
  const { hash } = await mailedLink(site, email);
  return ask(site, "verify", Object.fromEntries(new URLSearchParams(hash.slice(1))));
}

/** Stores a session once, as an earlier visit would have; later changes by the page are not overwritten. */
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
  // An acceptance stands, whatever the person applies for later.
  await site.supabase.from("beta_applications").insert({ ...application, status: "pending" });
  await storeSession(page, await signIn(site, email));
  await page.goto(site.url);
  await expect(card(page)).toContainText(email);
  await expect(card(page)).toContainText("accepted");
  await expectAccessible(page);
  await page.reload();
  await expect(card(page)).toContainText(email);

  await setTextSize(page, 32);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await splitWords(card(page), "h2, button, li span, li p")).toEqual([]);

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

test("the spinner is shown while a session is being restored slowly, then the page", async ({
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

test("the link of a mail signs in, by POST, and leaves no token behind", async ({ quietPage: page, site }) => {
  const email = freshAddress();
  await signUp(site, email);
  const link = await mailedLink(site, email);
  expect(link.origin).toBe(new URL(site.url).origin);
  // What a mail scanner does with a link.
  for (const method of ["GET", "HEAD"]) {
    await fetch(link, { method });
    const token = new URLSearchParams(link.hash.slice(1)).get("token_hash");
    const old = await fetch(`${site.url}/auth/v1/verify?token=${token}&type=signup`, { method, redirect: "manual" });
    expect(old.status).toBe(405);
  }
  const spent: string[] = [];
  page.on("request", (request) => request.url().includes("verify") && spent.push(`${request.method()} ${page.url()}`));
  await page.goto("about:blank");
  await page.goto(link.href);
  await expect(page.getByRole("dialog")).toContainText("One step left");
  expect(page.url()).toBe(`${site.url}/`);
  await expectAccessible(page);
  await expectAnswer(page);
  expect(spent).toEqual([]);
  await page.getByRole("button", { name: "Confirm and sign in" }).click();
  await expect(card(page)).toContainText(email);
  expect(spent).toEqual([`POST ${site.url}/`]);
  expect(page.url()).toBe(`${site.url}/`);
  await page.goBack();
  expect(page.url()).toBe("about:blank");
  await page.goForward();
  await expect(card(page)).toContainText(email);
  expect(page.url()).not.toContain("token");
});

test("a session that a service sends back in the address signs in by a press, which says whose session it replaces", async ({
  quietPage: page,
  site,
}) => {
  const [owner, stranger] = [freshAddress(), freshAddress()];
  const linkOf = async (email: string) => {
    const { access_token, refresh_token, expires_at } = await signIn(site, email);
    const parts = {
      access_token,
      refresh_token,
      expires_at,
      expires_in: 3600,
      token_type: "bearer",
      type: "magiclink",
    };
    const named = Object.entries(parts).map(([name, value]) => [name, String(value)]);
    return `${site.url}/#${new URLSearchParams(named)}`;
  };
  await page.goto(await linkOf(owner));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(card(page)).toContainText(owner);
  expect(page.url()).not.toContain("access_token");

  const another = await linkOf(stranger);
  await page.goto(another);
  await expect(page.getByRole("dialog")).toContainText(`You are signed in as ${owner}.`);
  expect(page.url()).not.toContain("access_token");
  await page.reload();
  await expect(card(page)).toContainText(owner);

  await page.goto(another);
  await page.getByRole("button", { name: "Sign in by the link" }).click();
  await expect(card(page)).toContainText(stranger);
  expect(page.url()).not.toContain("access_token");
});
