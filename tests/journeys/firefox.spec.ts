import { once } from "node:events";
import { existsSync } from "node:fs";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { embeddedPublishableKey } from "../../server/contract/brand.ts";
import { questionIds, questionOf } from "../../server/contract/questions.ts";
import { start } from "../cli/processes.ts";
import { expect, freshAddress, test } from "./site.ts";

// These journeys use both forms and the card again in the system's Firefox, which Playwright cannot drive.

const executablePath = [
  process.env["FIREFOX_PATH"] ?? "",
  "/usr/bin/firefox-esr",
  "/usr/bin/firefox",
  "/snap/bin/firefox",
  "/Applications/Firefox.app/Contents/MacOS/firefox",
].find((path) => path !== "" && existsSync(path));
test.skip(!executablePath, "No Firefox is installed (FIREFOX_PATH).");
test.describe.configure({ mode: "serial" });

let firefox: Browser | undefined;
const heard: string[] = [];

test.beforeAll(async () => {
  // The browser is driven over WebDriver BiDi, without a window.
  firefox = await puppeteer.launch({
    browser: "firefox",
    executablePath: executablePath ?? "",
    headless: true,
    timeout: 20_000,
  });
});
test.afterAll(() => firefox?.close());
test.beforeEach(() => heard.splice(0));
test.afterEach(() => expect(heard).toEqual([]));

async function open(url: string): Promise<Page> {
  if (!firefox) throw new Error("Firefox has not started.");
  const page = await firefox.newPage();
  page.setDefaultTimeout(60_000);
  page.on("pageerror", (error) => heard.push(String(error)));
  page.on("console", (message) => message.type() === "error" && heard.push(message.text()));
  await page.goto(url);
  return page;
}

const textOf = (page: Page, selector: string): Promise<string> =>
  page
    .locator(`${selector}`)
    .map(({ textContent }) => textContent ?? "")
    .wait();
const focused = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? "");
/**
 * Waits for the proof of work, then sends the form. It uses the keyboard because a toast may come or go where a
 * click would land.
 */
async function solveAndSend(page: Page, form: "waitlist" | "beta"): Promise<void> {
  await page.focus(`#${form}-captcha`);
  await page.keyboard.press(" ");
  await page.waitForSelector(`#${form}-captcha:checked:not([aria-busy])`);
  await page.focus(`#${form} [type=submit]`);
  await page.keyboard.press("Enter");
}

test("a visitor joins the waitlist in Firefox, after correcting a typo in the address", async ({ site }) => {
  const page = await open(`${site.url}/#waitlist`);
  await page.waitForSelector("#waitlist form[data-live=react]");
  await page.type("#waitlist-email", "ada@gmial.com");
  await page.keyboard.press("Tab");
  await page.locator("#waitlist-email ~ output button").click();
  expect(await page.evaluate(() => new FormData(document.querySelector("form") ?? undefined).get("email"))).toBe(
    "ada@gmail.com",
  );
  await page.locator("#waitlist-email").fill("ada@");
  await page.locator("#waitlist [type=submit]").click();
  expect(await textOf(page, "#waitlist-email-error")).toContain("Enter a valid email address");
  const email = freshAddress();
  await page.locator("#waitlist-email").fill(email);
  await page.locator("#waitlist [type=submit]").click();
  expect(await textOf(page, "#waitlist-captcha-error")).toContain("Tick this box");
  expect(await textOf(page, "[data-tone=destructive]")).toContain("Please complete the reCAPTCHA verification.");
  await solveAndSend(page, "waitlist");
  expect(await textOf(page, "#waitlist h3")).toBe("Thanks for joining our waitlist!");
  expect(await focused(page)).toBe("Thanks for joining our waitlist!");
  expect(await textOf(page, "#waitlist h3 + p")).toBe("One step left: confirm");
  expect(await textOf(page, "#waitlist ::-p-text(We emailed)")).toContain(`We emailed ${email} a link`);
  const { data } = await site.supabase.from("waitlist").select("email").eq("email", email);
  expect(data).toHaveLength(1);
  // Each question takes the focus from the one before.
  const tapped = questionIds.find((id) => questionOf(id).kind === "one");
  for (const [index, id] of questionIds.entries()) {
    const next = index + 1 < questionIds.length ? `Question ${index + 2} of ${questionIds.length}` : "Thank you.";
    await page.locator(id === tapped ? "#waitlist fieldset label" : "#waitlist fieldset ::-p-text(Skip)").click();
    await page.waitForFunction((text) => document.activeElement?.textContent?.startsWith(text), {}, next);
  }
  // Otherwise Firefox would fill in the form again, ready to be sent once more.
  await page.reload();
  await page.waitForSelector("#waitlist form[data-live=react]");
  expect(await page.evaluate(() => [...new FormData(document.querySelector("form") ?? undefined).values()])).toEqual([
    "",
  ]);
  expect(await page.evaluate(() => document.querySelector<HTMLInputElement>("#waitlist-captcha")?.checked)).toBe(false);
  await page.close();
});

test("a visitor applies in Firefox, once though they reload while it is sent, then submits another application", async ({
  site,
}) => {
  const email = freshAddress();
  const page = await open(`${site.url}/#beta`);
  await page.waitForSelector("#beta form[data-live=react]");
  await page.type("#beta-name", "Ada Lovelace");
  await page.type("#beta-email", email);
  await page.select("#beta-role", "other");
  await page.type("#beta-reason", "My invoices are late.");
  await page.evaluate(() => {
    const sent = fetch;
    window.fetch = (...request) => sent(...request).then(() => new Promise(() => undefined));
  });
  // The challenge came after the first touch.
  await solveAndSend(page, "beta");
  const stored = () => site.supabase.from("beta_applications").select("role,status").eq("email", email);
  await expect.poll(async () => (await stored()).data?.length).toBe(1);
  // Firefox fills in the form again, and ticks it.
  await page.reload();
  await page.waitForSelector("#beta form[data-live=react]");
  await page.locator("#beta [type=submit]").click();
  expect(await textOf(page, "#beta [data-island] h3")).toBe("Application Submitted!");
  expect(await textOf(page, "#beta [data-island] h3 + p")).toBe("We reply within 48 hours");
  expect(await textOf(page, "#beta ::-p-text(By email to)")).toContain(`By email to ${email} `);
  await page.locator("#beta [data-island] button").click();
  await page.waitForSelector("#beta-name");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("beta-name");
  expect((await stored()).data).toEqual([{ role: "other", status: "pending" }]);
  await page.close();
});

test("the link of a mail leads to the welcome card in Firefox, and signing out removes it", async ({ site }) => {
  const email = freshAddress();
  await site.supabase
    .from("beta_applications")
    .insert({ name: "Ada", email, role: "other", reason: "x", status: "pending" })
    .throwOnError();
  await fetch(`${site.url}/auth/v1/otp`, {
    method: "POST",
    headers: { apikey: embeddedPublishableKey, "content-type": "application/json" },
    body: JSON.stringify({ email }),
  });
  const { text } = await site.mailTo(email);
  const page = await open(/https?:\S+#token_hash=\S+/u.exec(text)?.[0] ?? site.url);
  await page.locator("dialog button").click();
  expect(await textOf(page, "#welcome h2")).toContain("Welcome");
  expect(await textOf(page, "#welcome")).toContain(email);
  await page.locator("#welcome ::-p-text(Sign out)").click();
  await page.waitForFunction(() => !document.querySelector("#welcome h2"));
  await page.close();
});

test("the operator goes through the desk in Firefox: each part, a person corrected, an application decided and undone", async ({
  site,
}) => {
  const email = freshAddress();
  await site.supabase
    .from("waitlist")
    .insert([{ email }, { email: freshAddress() }])
    .throwOnError();
  await site.supabase
    .from("beta_applications")
    .insert({ name: "Fox", email, role: "other", reason: "x", created_at: "2025-01-01T00:00:00Z" })
    .throwOnError();
  const { child, done } = start(["--data", site.dataFolder, "desk"], {}, site.dataFolder);
  try {
    const [link] = child.stdout ? await once(child.stdout, "data") : [];
    const page = await open(String(link).trim());
    const show = async (name: string, selector: string) => {
      await page.locator(`nav a::-p-text(${name})`).click();
      await page.waitForSelector(`main ${selector}`);
      expect(await textOf(page, "h1")).toBe(name);
    };
    // The heading is "Overview" until there is something to show.
    await page.waitForSelector("h1::-p-text(Overview)");
    await page.waitForSelector("main [role=slider]");
    await page.focus("main [role=slider]");
    await page.keyboard.press("ArrowRight");
    await page.waitForSelector("main ::-p-text(Joined that day: )");
    await show("Mail", "textarea");
    await page.locator("label::-p-text(Update)").click();
    await page.locator("textarea").fill("# News for foxes");
    await page.locator("button::-p-text(Show the mail)").click();
    await page.waitForSelector("iframe");
    await page.waitForSelector("main ::-p-text(Saved as a draft.)");
    await show("People", "table");
    await page.keyboard.press("/");
    await page.keyboard.type(email);
    await page.waitForSelector("main ::-p-text(1 person)");
    await page.keyboard.press("Enter");
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await page.waitForSelector("main ::-p-text(1 of 1 selected)");
    await page.keyboard.press("Enter");
    await page.locator("button::-p-text(Correct the address)").click();
    const corrected = freshAddress();
    await page.locator("[role=alertdialog] input").fill(corrected);
    await page.keyboard.press("Enter");
    await page.waitForSelector("[role=dialog] ::-p-text(Corrected.)");
    await page.waitForSelector(`[role=dialog] h2::-p-text(${corrected})`);
    await page.keyboard.press("Escape");
    await show("Applications", "article");
    await page.keyboard.press("a");
    await page.waitForSelector("main ::-p-text(Fox: accepted; the applicant will be mailed in 60 s.)");
    await page.keyboard.press("u");
    await page.waitForSelector("main ::-p-text(Fox: reopened; no mail had been sent.)");
    await page.close();
  } finally {
    child.kill("SIGINT");
    await done;
  }
});
