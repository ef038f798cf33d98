import { once } from "node:events";
import { start } from "../cli/processes.ts";
import { expect, expectAccessible, test } from "./site.ts";

test("the operator finds, erases and decides at the desk, by keyboard and in either colour scheme", async ({
  page,
  site,
}) => {
  const told = { email: "desk.told@example.com", source: "desk-wave", confirmed_at: "2026-01-01T00:00:00Z" };
  const people = [
    { email: "desk.ada@example.com", created_at: "2026-01-01T00:00:00Z" },
    { email: "desk.bob@example.com" },
    // The search leaves out this person.
    { email: "else@example.com", created_at: "2026-01-01T00:00:00Z" },
  ];
  await site.supabase.from("waitlist").insert(told).throwOnError();
  // This keeps the wave there to be looked at.
  await site.supabase.from("system_times").upsert({ name: "list_paused" }).throwOnError();
  await site.supabase.from("waitlist").insert(people).throwOnError();
  const form = { email: "desk.ada@example.com", role: "small-business-owner", reason: "Why not" } as const;
  const applications = [
    { ...form, name: "Ada Desk", created_at: "2026-01-01T00:00:00Z" },
    { ...form, name: "Bob Desk", created_at: "2026-01-02T00:00:00Z" },
  ];
  await site.supabase.from("beta_applications").insert(applications).throwOnError();
  const { child, done } = start(["--data", site.dataFolder, "desk"], {}, site.dataFolder);
  try {
    const [link] = child.stdout ? await once(child.stdout, "data") : [];
    await page.goto(String(link).trim());
    await page.setViewportSize({ width: 360, height: 740 });
    const go = async (name: string, shown: string) => {
      await page.getByRole("link", { name, exact: true }).click();
      await expect(page.getByText(shown).first()).toBeVisible();
    };
    const show = async (name: string, shown: string) => {
      await go(name, shown);
      await expect(page.locator("table:not([aria-label])")).toHaveCount(0);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await expectAccessible(page);
      }
    };
    await show("Overview", "Sources, 30 days");
    await show("Mail", "Trouble");
    await page.getByRole("radio", { name: "Launch" }).press("ArrowRight");
    await page.getByRole("textbox", { name: "Text", exact: true }).fill("# News of the desk\n\nHello");
    await page.getByLabel("Name of the update").fill("desk-news");
    await page.getByLabel("Source").fill("desk-wave");
    await go("Overview", "Sources, 30 days");
    await show("Mail", "Saved as a draft.");
    await expect(page.getByRole("textbox", { name: "Text", exact: true })).toHaveValue("# News of the desk\n\nHello");
    await page.getByRole("button", { name: "Begin another" }).press("Enter");
    await page.getByText("1 other draft").press("Enter");
    await page.getByRole("button", { name: "Open" }).press("Enter");
    await expect(page.getByLabel("Name of the update")).toHaveValue("desk-news");
    // Text that another browser saves is shown here only if nothing has been typed here.
    const theirs = { markdown: "# Theirs", updated_at: new Date().toISOString() };
    await site.supabase.from("mail_drafts").update(theirs).eq("name", "desk-news").throwOnError();
    await go("Overview", "Sources, 30 days");
    await go("Mail", "Saved as a draft.");
    await page.getByRole("textbox", { name: "Text", exact: true }).fill("# News of the desk\n\nHello again");
    await expect(page.getByText("# Theirs")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Keep mine" }).press("Enter");
    await expect(page.getByText("Saved as a draft.")).toBeVisible();
    await page.getByLabel("Source").focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText(/^To 1 person: d.+@example\.com/u)).toBeVisible();
    const mail = page.frameLocator("iframe").getByRole("heading", { name: "News of the desk" });
    // The window is as narrow as a phone.
    await expect(mail).toHaveCSS("font-size", "28px");
    await page.getByLabel("A test to").fill("desk.me@example.com");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Its links are made up").last()).toBeVisible();
    expect((await site.mailTo("desk.me@example.com")).subject).toBe("[Test] News of the desk");
    await page.getByRole("tab", { name: "As it looks" }).press("ArrowRight");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("textbox", { name: "The mail" })).toHaveValue(/stand-in-/u);
    await page.getByRole("button", { name: "Mail 1 person …" }).press("Enter");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Mail them" }).press("Enter");
    await expect(page.getByText("1 mail is in the outbox.")).toBeVisible();
    // The bar stays in view.
    await page.mouse.wheel(0, 3000);
    await expect(page.getByRole("progressbar")).toBeInViewport();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Go on" }).press("Enter");
    await expect(page.getByRole("progressbar")).toBeHidden();
    expect((await site.mailTo(told.email)).subject).toBe("News of the desk");
    await site.supabase
      .from("email_outbox")
      .update({ bounced_at: new Date().toISOString() })
      .eq("email", told.email)
      .throwOnError();
    await go("Overview", "Sources, 30 days");
    await show("Mail", "Bounced: reported by the provider");
    await page.getByRole("radio", { name: "All" }).press("ArrowRight");
    await expect(page.getByText("Bounced: reported by the provider")).toBeVisible();
    await page.getByRole("radio", { name: "Bounced" }).press("ArrowRight");
    await expect(page.getByText("None of these in 30 days.")).toBeVisible();
    await page.goto(`${page.url()}&source=desk-wave&since=2020-01-01`);
    await expect(page.getByLabel("Source")).toHaveValue("desk-wave");
    await expect(page.locator('input[type="date"]')).toHaveValue("2020-01-01");
    expect(new URL(page.url()).search).toBe("?view=mail");

    await show("People", "desk.bob@example.com");
    await page.keyboard.press("/");
    await page.keyboard.type("desk.");
    await expect(page.getByText("3 people", { exact: true })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "desk.bob@example.com" })).toBeFocused();
    for (const key of ["x", "j", "j", "Shift+X"]) await page.keyboard.press(key);
    await expect(page.getByText("3 of 3 selected")).toBeVisible();
    await page.getByRole("button", { name: "Tag …" }).press("Enter");
    await expectAccessible(page);
    await page.getByRole("alertdialog").getByLabel("Tag").fill("VIP guests");
    await page.keyboard.press("Enter");
    await expect(page.getByText("3 people got the tag.")).toBeVisible();
    await page.getByRole("checkbox", { name: told.email }).uncheck();
    await expect(page.getByText("2 of 3 selected")).toBeVisible();
    await page.getByRole("checkbox", { name: "desk.ada@example.com" }).click({ modifiers: ["Shift"] });
    await expect(page.getByText("1 of 3 selected")).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("?");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByLabel("Part of the address").fill("");
    await expect(page.getByRole("button", { name: "else@example.com" })).toBeVisible();
    await page.getByRole("combobox", { name: "Tag", exact: true }).selectOption("vip-guests");
    await expect(page.getByText("3 people", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Mail these …" }).press("Enter");
    await expect(page.locator("[name=tag]")).toHaveValue("vip-guests");
    await page.goBack();
    await page.getByRole("combobox", { name: "Status" }).selectOption("Unconfirmed");
    // A bookmark opens the view like this.
    await page.goto(page.url());
    await expect(page.getByRole("combobox", { name: "Status" })).toHaveValue("unconfirmed");
    await page.getByLabel("Part of the address").fill("desk.bob");
    await expect(page.getByText("1 person", { exact: true })).toBeVisible();
    await page.route("**/people/export", (route) => route.fulfill({ status: 503, json: { message: "It is away." } }));
    await page.getByRole("button", { name: "Export these" }).press("Enter");
    await expect(page.getByText("It is away.")).toBeVisible();
    await page.getByRole("button", { name: "desk.bob@example.com" }).press("Enter");
    await page.getByRole("button", { name: "Take away the tag vip-guests" }).press("Enter");
    await expect(page.getByRole("button", { name: "Take away the tag vip-guests" })).toBeHidden();
    await page.getByLabel("Note, for operators only").fill("Met in May");
    await page.getByRole("button", { name: "Keep the note" }).press("Enter");
    await expect(page.getByRole("button", { name: "Keep the note" })).toBeHidden();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
    await page.getByRole("button", { name: "Erase …" }).press("Enter");
    await expectAccessible(page);
    await page.getByLabel("Everything held about them").fill("desk.bob@example.com");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Erased.")).toBeVisible();
    await expect(page.getByText("Nobody matches these filters.")).toBeVisible();
    for (const role of ["dialog", "alertdialog", "alert"] as const) await expect(page.getByRole(role)).toHaveCount(0);
    const left = await site.supabase
      .from("waitlist")
      .select("email")
      .in("email", ["desk.ada@example.com", "desk.bob@example.com"])
      .throwOnError();
    expect(left.data).toEqual([{ email: "desk.ada@example.com" }]);
    await page.getByRole("button", { name: "Clear the filters" }).press("Enter");
    await page.getByRole("button", { name: "desk.ada@example.com" }).press("Enter");
    await page.getByRole("button", { name: "Correct the address …" }).press("Enter");
    await page.getByLabel("They get the mail that asks to confirm").fill("desk.a@example.com");
    await page.getByLabel("Bob Desk").uncheck();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Correct", exact: true }).press("Enter");
    await expect(page.getByText("Corrected, with 1 application.")).toContainText("1 application stays under desk.ada@");
    await page.keyboard.press("Escape");

    await show("Applications", "Ada Desk");
    await expect(page.getByText("Small business owner, 2026-01-0")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Ada Desk \d+ days late Why not$/u })).toBeVisible();
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
  } finally {
    child.kill("SIGINT");
    await done;
  }
});

test("the overview says first what needs the operator, tells its values to the keyboard, and offers what changed", async ({
  page,
  site,
}) => {
  const email = "desk.overview@example.com";
  await site.supabase
    .from("beta_applications")
    .insert({ name: "Late", email, role: "other", reason: "x", created_at: "2026-01-01T00:00:00Z" })
    .throwOnError();
  await site.supabase.from("waitlist").insert({ email }).throwOnError();
  const { child, done } = start(["--data", site.dataFolder, "desk"], {}, site.dataFolder);
  try {
    const [first] = child.stdout ? await once(child.stdout, "data") : [];
    const link = String(first).trim();
    await page.setViewportSize({ width: 390, height: 740 });
    await page.goto(link);
    await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
    await expect(page.getByText(/for longer than 48 hours/u)).toBeVisible();
    const tops = await page
      .getByRole("navigation")
      .getByRole("link")
      .evaluateAll((links) => links.map((one) => one.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

    const chart = page.getByRole("application");
    const days = page.getByRole("group", { name: "Days of the chart" });
    await days.getByRole("radio", { name: "7 days" }).check();
    await expect(chart).toHaveAccessibleName(/sign-ups? in 7 days$/u);
    await chart.focus();
    await page.keyboard.press("ArrowRight");
    await expect(page.getByText(/^Joined that day : /u)).toBeVisible();
    const steps = page.getByRole("group", { name: "What the steps are of" });
    await expect(page.getByText("On the waitlist", { exact: true })).toBeVisible();
    await steps.getByRole("radio", { name: "7 days" }).check();
    await expect(page.getByText("Visits", { exact: true }).first()).toBeVisible();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }

    await site.supabase
      .from("waitlist")
      .insert({ email: "desk.meanwhile@example.com", confirmed_at: new Date().toISOString() })
      .throwOnError();
    const listed = page.getByText("May be mailed").locator("..");
    const before = await listed.textContent();
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
    await expect(page.getByText("Something has changed meanwhile.")).toBeVisible();
    expect(await listed.textContent()).toBe(before);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Show it" }).click();
    await expect(listed).not.toHaveText(before ?? "");

    await page.goto(link);
    await expect(page.getByRole("heading", { name: "This link is used up" })).toBeVisible();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
  } finally {
    child.kill("SIGINT");
    await done;
  }
});
