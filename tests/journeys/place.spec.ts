import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { waitlistForm } from "./forms.ts";
import { confirmElsewhere, join, joinElsewhere, statusOf } from "./mails.ts";
import { expect, expectAccessible, type Site, test } from "./site.ts";

// A link of somebody who is off the list is answered with 410.
test.use({ allowedConsole: /status of 410/u });

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

/** axe finds nothing, and nothing is wider than the screen, on a phone and a desk; colours do not depend on the width. */
async function expectWell(page: Page): Promise<void> {
  for (const [width, colorScheme] of [
    [360, "dark"],
    [1280, "light"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
}

const rowOf = async (site: Site, email: string) =>
  (await site.supabase.from("waitlist").select("*").eq("email", email).throwOnError()).data[0];

const comeBack = async (page: Page, site: Site) => {
  await page.goto("about:blank");
  await page.goto(`${site.url}/#waitlist`);
};

test("who confirms sees their place in the dialog, where they come back, and by a mail in any browser, and leaves there", async ({
  quietPage: page,
  site,
  browser,
}, testInfo) => {
  const { email, confirm } = await join(page, site);
  await page.goto(confirm);
  await expect(dialog(page).getByText("You are among the first. Friends who confirm can move you up.")).toBeVisible();
  await expectWell(page);
  await comeBack(page, site);
  await expect(heading(page, "You are among the first.")).toBeVisible();
  await expect(waitlistForm(page)).toBeHidden();

  // A hundred people are there, of whom a friend came by this person's link.
  const source = `place-${email.slice(0, 8)}`;
  const person = await rowOf(site, email);
  const [at, created_at] = [new Date().toISOString(), "2026-01-01T00:00:00Z"];
  const others = Array.from({ length: 100 }, (_, n) => ({
    email: `${source}-${n}@example.com`,
    confirmed_at: at,
    created_at,
    source,
    friends: 2,
  }));
  await site.supabase.from("waitlist").insert(others).throwOnError();
  await site.supabase.from("waitlist").update({ friends: 1, source }).eq("email", email).throwOnError();
  const { data: number } = await site.supabase.rpc("place_of", { person: person?.id ?? "" }).throwOnError();
  const placed = `You are number ${number}.`;
  await comeBack(page, site);
  await expect(heading(page, placed)).toBeVisible();
  await expect(page.getByText("1 friend came by your link.")).toBeVisible();
  await expect(page.getByText(`${site.url}/?via=${person?.share_code}`)).toBeVisible();
  await expectWell(page);

  // The link of a mail shows the same in any browser, and changes nothing, whoever opens it.
  await site.supabase.from("waitlist").delete().eq("source", source).neq("email", email).throwOnError();
  const news = testInfo.outputPath("news.md");
  await writeFile(news, "# News\n\nInvoices are done.\n");
  const argv = ["--data", site.dataFolder, "notify", "update", news, "--name", source, "--source", source, "--yes"];
  await promisify(execFile)(process.execPath, ["scripts/prelaunch.mjs", ...argv]);
  await expect.poll(async () => (await site.mailTo(email)).subject).toBe("News");
  const [link = ""] = /http\S+#place=[\w.-]+/u.exec((await site.mailTo(email)).text) ?? [];
  const before = await rowOf(site, email);
  const elsewhere = await browser.newPage({ reducedMotion: "reduce" });
  await elsewhere.goto(link);
  await expect(heading(elsewhere, "You are among the first.")).toBeFocused();
  await expect(dialog(elsewhere).getByText("1 friend came by your link.")).toBeVisible();
  await expectWell(elsewhere);
  expect(await elsewhere.evaluate(() => [location.href, localStorage.length])).toEqual([`${site.url}/`, 0]);
  expect(await rowOf(site, email)).toEqual(before);

  await button(elsewhere, "Leave the list").click();
  await expect(heading(elsewhere, "Leave the list?")).toBeFocused();
  await expectWell(elsewhere);
  expect(await statusOf(site, email)).toBe("confirmed");
  await button(elsewhere, "Leave the list").click();
  await expect(heading(elsewhere, "You are off the list")).toBeFocused();
  await expectWell(elsewhere);
  expect(await statusOf(site, email)).toBe("unsubscribed");
  await elsewhere.reload();
  await elsewhere.goto(link);
  await expect(heading(elsewhere, "This link does not work")).toBeFocused();
  await expectWell(elsewhere);
  await button(elsewhere, "Join the waitlist").click();
  await expect(waitlistForm(elsewhere).getByLabel("Email")).toBeFocused();
  await elsewhere.close();

  // The browser that knew them has the form, and knows them no more.
  await comeBack(page, site);
  await waitlistForm(page).getByLabel("Email").focus();
  await expect(waitlistForm(page)).toHaveAttribute("data-live", "react");
  expect(await page.evaluate(() => localStorage.getItem("keelbook-place"))).toBeNull();
});

test("whoever has the link to a place has everything about the person deleted, who is asked once", async ({
  quietPage: page,
  site,
}) => {
  const joined = await joinElsewhere(site);
  const { email } = joined;
  await page.goto(await confirmElsewhere(site, joined));
  await button(page, "Delete my data").click();
  await expect(heading(page, "Delete your data?")).toBeFocused();
  await expectWell(page);
  await button(page, "Keep it").click();
  await button(page, "Delete my data").click();
  expect(await statusOf(site, email)).toBe("confirmed");
  await button(page, "Delete my data").click();
  await expect(heading(page, "Your data is deleted")).toBeFocused();
  expect(await rowOf(site, email)).toBeUndefined();
});
