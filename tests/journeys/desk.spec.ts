import { once } from "node:events";
import type { Page } from "@playwright/test";
import { type Run, start } from "../cli/processes.ts";
import { expect, expectAccessible, test } from "./site.ts";
import { betaWords } from "../../components/copy/beta.ts";

// The journeys take turns in one browser on one desk, whose start costs more than most of them.
test.describe.configure({ mode: "default" });
let desk: Run;
let link: string;
let page: Page;

test.beforeAll(async ({ browser, site }) => {
  desk = start(["--data", site.dataFolder, "desk"], {}, site.dataFolder);
  const [first] = desk.child.stdout ? await once(desk.child.stdout, "data") : [];
  link = String(first).trim();
  page = await browser.newPage({ viewport: { width: 360, height: 740 } });
  await page.goto(link);
});
test.afterAll(async () => {
  await page?.close();
  desk.child.kill("SIGINT");
  await desk.done;
});

/** Opens a view by its link in the navigation; `shown` is a text that it has once it is loaded. */
async function open(view: string, shown: string): Promise<void> {
  await page.getByRole("link", { name: view, exact: true }).click();
  await expect(page.getByText(shown).first()).toBeVisible();
}

async function expectAccessibleInBothSchemes(): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
}

/** On a narrow screen, lists take the place of tables, except for those that only name the values of a chart. */
const expectNoTable = () => expect(page.locator("table:not([aria-label])")).toHaveCount(0);

const button = (name: string | RegExp) => page.getByRole("button", { name });
const text = () => page.getByRole("textbox", { name: "Text", exact: true });
const longAgo = "2026-01-01T00:00:00Z";

test("the overview says first what needs the operator, tells its values to the keyboard, and offers what changed", async ({
  site,
}) => {
  const email = "overview@example.com";
  await site.supabase
    .from("beta_applications")
    .insert({ name: "Late", email, role: "other", reason: "x", created_at: "2026-02-01T00:00:00Z" })
    .throwOnError();
  await site.supabase.from("waitlist").insert({ email }).throwOnError();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await expect(page.getByText(/for longer than 48 hours/u)).toBeVisible();
  await expect(page.getByText("Sources, 30 days")).toBeVisible();
  await expectNoTable();
  const tops = await page
    .getByRole("navigation")
    .getByRole("link")
    .evaluateAll((links) => links.map((one) => one.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

  const chart = page.getByRole("slider");
  const days = page.getByRole("group", { name: "Days of the chart" });
  await days.getByRole("radio", { name: "7 days" }).check();
  await expect(chart).toHaveAccessibleName(/sign-ups? in 7 days$/u);
  expect((await chart.boundingBox())?.height).toBeLessThan(300);
  await chart.focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByText(/\. Joined that day: \d/u)).toBeVisible();
  const steps = page.getByRole("group", { name: "What the steps are of" });
  await expect(page.getByText("On the waitlist", { exact: true })).toBeVisible();
  await steps.getByRole("radio", { name: "7 days" }).check();
  await expect(page.getByText("Visits", { exact: true }).first()).toBeVisible();
  await expectAccessibleInBothSchemes();

  await site.supabase
    .from("waitlist")
    .insert({ email: "meanwhile@example.com", confirmed_at: new Date().toISOString() })
    .throwOnError();
  const listed = page.getByText("May be mailed").locator("..");
  const before = await listed.textContent();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await expect(page.getByText("Something has changed meanwhile.")).toBeVisible();
  expect(await listed.textContent()).toBe(before);
  await expectAccessible(page);
  await button("Show it").click();
  await expect(listed).not.toHaveText(before ?? "");
});

test("an update is kept as a draft while it is written, also beside what another browser writes", async ({ site }) => {
  await open("Mail", "Trouble");
  await expectNoTable();
  await expectAccessibleInBothSchemes();
  await page.getByRole("radio", { name: "Launch" }).press("ArrowRight");
  await text().fill("# News\n\nHello");
  await page.getByLabel("Name of the update").fill("news");
  await open("Overview", "Sources, 30 days");
  await open("Mail", "Saved as a draft.");
  await expectAccessibleInBothSchemes();
  await expect(text()).toHaveValue("# News\n\nHello");
  await button("Begin another").press("Enter");
  await page.getByText("1 other draft").press("Enter");
  await button("Open").press("Enter");
  await expect(page.getByLabel("Name of the update")).toHaveValue("news");
  // What is written for the list is no word to people who are asked to confirm; it stays a draft.
  await page.getByRole("radio", { name: "Update" }).press("ArrowRight");
  await expect(text()).toHaveValue("");
  await page.getByText("1 other draft").press("Enter");
  await button("Open").press("Enter");
  await expect(page.getByLabel("Name of the update")).toHaveValue("news");

  // Text that another browser saves is shown here only if nothing has been typed here.
  const theirs = { markdown: "# Theirs", updated_at: new Date().toISOString() };
  await site.supabase.from("mail_drafts").update(theirs).eq("name", "news").throwOnError();
  await open("Overview", "Sources, 30 days");
  await open("Mail", "Saved as a draft.");
  await text().fill("# News\n\nHello again");
  await expect(page.getByText("# Theirs")).toBeVisible();
  await expectAccessible(page);
  await button("Keep mine").press("Enter");
  await expect(page.getByText("Saved as a draft.")).toBeVisible();
  await button("Begin another").press("Enter");
});

test("a wave is looked at, tested, mailed and watched until its mail bounces", async ({ site }) => {
  const email = "wave.ada@example.com";
  await site.supabase.from("waitlist").insert({ email, source: "desk-wave", confirmed_at: longAgo }).throwOnError();
  // This keeps the wave there to be looked at.
  await site.supabase.from("system_times").upsert({ name: "list_paused" }).throwOnError();
  await open("Mail", "Trouble");
  await page.getByRole("radio", { name: "Launch" }).press("ArrowRight");
  await text().fill("# News of the wave\n\nHello");
  await page.getByLabel("Name of the update").fill("wave-news");
  await page.getByLabel("Source").fill("desk-wave");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^To 1 person: w.+@example\.com/u)).toBeVisible();
  const mail = page.frameLocator("iframe").getByRole("heading", { name: "News of the wave" });
  // The window is as narrow as a phone.
  await expect(mail).toHaveCSS("font-size", "28px");
  await page.getByLabel("A test to").fill("desk.me@example.com");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Its links are samples").last()).toBeVisible();
  expect((await site.mailTo("desk.me@example.com")).subject).toBe("[Test] News of the wave");
  await page.getByRole("tab", { name: "As it looks" }).press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "The mail" })).toHaveValue(/stand-in-/u);

  await button("Mail 1 person …").press("Enter");
  await expectAccessible(page);
  await button("Mail them").press("Enter");
  await expect(page.getByText("1 mail is in the outbox.")).toBeVisible();
  // The bar stays in view.
  await page.mouse.wheel(0, 3000);
  await expect(page.getByRole("progressbar")).toBeInViewport();
  await expectAccessible(page);
  await button("Go on").press("Enter");
  await expect(page.getByRole("progressbar")).toBeHidden();
  expect((await site.mailTo(email)).subject).toBe("News of the wave");

  const bounced = { bounced_at: new Date().toISOString() };
  await site.supabase.from("email_outbox").update(bounced).eq("email", email).throwOnError();
  await open("Overview", "Sources, 30 days");
  await open("Mail", "Bounced: reported by the provider");
  await expectNoTable();
  await expectAccessibleInBothSchemes();
  await page.getByRole("radio", { name: "All" }).press("ArrowRight");
  await expect(page.getByText("Bounced: reported by the provider")).toBeVisible();
  await page.getByRole("radio", { name: "Bounced" }).press("ArrowRight");
  await expect(page.getByText("None of these in 30 days.")).toBeVisible();
  await page.goto(`${page.url()}&source=desk-wave&since=2020-01-01`);
  await expect(page.getByLabel("Source")).toHaveValue("desk-wave");
  await expect(page.locator('input[type="date"]')).toHaveValue("2020-01-01");
  expect(new URL(page.url()).search).toBe("?view=mail");
});

test("people are found, selected and tagged by keyboard, and mailed or exported as found", async ({ site }) => {
  const [ada, bob, eve] = ["desk.ada@example.com", "desk.bob@example.com", "desk.eve@example.com"];
  const people = [
    { email: ada, created_at: longAgo },
    { email: bob },
    // The search leaves out this person.
    { email: "else@example.com", created_at: longAgo },
  ];
  await site.supabase.from("waitlist").insert({ email: eve, confirmed_at: longAgo }).throwOnError();
  await site.supabase.from("waitlist").insert(people).throwOnError();
  await open("People", bob);
  await expectNoTable();
  await expectAccessibleInBothSchemes();
  await page.keyboard.press("/");
  await page.keyboard.type("desk.");
  await expect(page.getByText("3 people", { exact: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(button(bob)).toBeFocused();
  for (const key of ["x", "j", "j", "Shift+X"]) await page.keyboard.press(key);
  await expect(page.getByText("3 of 3 selected")).toBeVisible();
  await button("Tag …").press("Enter");
  await expectAccessible(page);
  await page.getByRole("alertdialog").getByLabel("Tag").fill("VIP guests");
  await page.keyboard.press("Enter");
  await expect(page.getByText("3 people got the tag.")).toBeVisible();
  await page.getByRole("checkbox", { name: eve }).uncheck();
  await expect(page.getByText("2 of 3 selected")).toBeVisible();
  await page.getByRole("checkbox", { name: ada }).click({ modifiers: ["Shift"] });
  await expect(page.getByText("1 of 3 selected")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("?");
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  await page.getByLabel("Part of the address").fill("");
  await expect(button("else@example.com")).toBeVisible();
  await page.getByRole("combobox", { name: "Tag", exact: true }).selectOption("vip-guests");
  await expect(page.getByText("3 people", { exact: true })).toBeVisible();
  await button("Mail these …").press("Enter");
  await expect(page.locator("[name=tag]")).toHaveValue("vip-guests");
  await page.goBack();
  await page.getByRole("combobox", { name: "Status" }).selectOption("Unconfirmed");
  // A bookmark opens the view like this.
  await page.goto(page.url());
  await expect(page.getByRole("combobox", { name: "Status" })).toHaveValue("unconfirmed");
  await page.getByLabel("Part of the address").fill("desk.bob");
  await expect(page.getByText("1 person", { exact: true })).toBeVisible();
  await page.route("**/people/export", (route) => route.fulfill({ status: 503, json: { message: "It is away." } }));
  await button("Export these").press("Enter");
  await expect(page.getByText("It is away.")).toBeVisible();
  await button(bob).press("Enter");
  await button("Take away the tag vip-guests").press("Enter");
  await expect(button("Take away the tag vip-guests")).toBeHidden();
  await page.keyboard.press("Escape");
  await button("Clear the filters").press("Enter");
});

test("a person gets a note and a corrected address, or is erased", async ({ site }) => {
  const [kim, leo] = ["person.kim@example.com", "person.leo@example.com"];
  await site.supabase
    .from("waitlist")
    .insert([{ email: kim }, { email: leo }])
    .throwOnError();
  const form = { email: kim, role: "other", reason: "Why not" } as const;
  await site.supabase
    .from("beta_applications")
    .insert([
      { ...form, name: "Kim" },
      { ...form, name: "Kim’s firm" },
    ])
    .throwOnError();
  // The desk only offers to show what has come since it loaded a list.
  await page.reload();
  await open("People", kim);
  await page.getByLabel("Part of the address").fill("person.leo");
  await button(leo).press("Enter");
  await page.getByLabel("Note, for operators only").fill("Met in May");
  await button("Keep the note").press("Enter");
  await expect(button("Keep the note")).toBeHidden();
  await expectAccessibleInBothSchemes();
  await button("Erase …").press("Enter");
  await expectAccessible(page);
  await page.getByLabel("Everything held about them").fill(leo);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Erased.")).toBeVisible();
  await expect(page.getByText("Nobody matches these filters.")).toBeVisible();
  for (const role of ["dialog", "alertdialog", "alert"] as const) await expect(page.getByRole(role)).toHaveCount(0);
  const left = await site.supabase.from("waitlist").select("email").in("email", [kim, leo]).throwOnError();
  expect(left.data).toEqual([{ email: kim }]);

  await button("Clear the filters").press("Enter");
  await button(kim).press("Enter");
  await button("Correct the address …").press("Enter");
  await page.getByLabel("They get the mail that asks to confirm").fill("person.kimberly@example.com");
  await page.getByLabel("Kim’s firm").uncheck();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Correct", exact: true }).press("Enter");
  await expect(page.getByText("Corrected, with 1 application.")).toContainText("1 application stays under person.kim@");
  await page.keyboard.press("Escape");
});

test("applications are decided by keyboard, and a decision is taken back before its mail", async ({ site }) => {
  const form = { email: "applicant@example.com", role: "other", reason: "Why not" } as const;
  // They come first, as the oldest do.
  const applications = [
    { ...form, name: "Ada Desk", created_at: longAgo },
    { ...form, name: "Bob Desk", created_at: "2026-01-02T00:00:00Z" },
  ];
  await site.supabase.from("beta_applications").insert(applications).throwOnError();
  await open("Applications", "Ada Desk");
  await expectNoTable();
  await expectAccessibleInBothSchemes();
  await button(/^Ada Desk \d+ days late Why not$/u).press("Enter");
  await expect(page.getByText(`${betaWords.roles.other}, 2026-01-0`)).toBeVisible();
  await page.getByLabel("Note").fill("Call her");
  await page.getByLabel("Note").blur();
  await page.keyboard.press("j");
  await expect(page.getByRole("heading", { name: "Bob Desk" })).toBeVisible();
  await page.keyboard.press("k");
  await expect(page.getByLabel("Note")).toHaveValue("Call her");
  await page.keyboard.press("j");
  await page.keyboard.press("a");
  await expect(page.getByText("Bob Desk: accepted; the applicant will be mailed in 60 s.")).toBeVisible();
  await page.keyboard.press("u");
  await expect(page.getByText("Bob Desk: reopened; no mail had been sent.")).toBeVisible();
});

test("a link opens the desk once", async () => {
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link is used up" })).toBeVisible();
  await expectAccessibleInBothSchemes();
});
