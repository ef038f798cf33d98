import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Locator } from "@playwright/test";
import * as v from "valibot";
import { questionIds } from "../../server/contract/questions.ts";
import { openProduct, productUrl } from "../support/product.ts";
import { solveCaptcha, waitlistForm } from "./forms.ts";
import { movementLines } from "../../server/contract/figures.ts";
import { expect, expectAccessible, freshAddress, test } from "./site.ts";

const report = v.object({
  answered: v.record(v.string(), v.number()),
  friends: v.looseObject({ credits: v.record(v.string(), v.number()) }),
  referrers: v.array(v.looseObject({ email: v.string(), friends: v.number() })),
  movement: movementLines,
});

const keys = v.looseObject({ secretKey: v.string() });

const asking = (place: Locator, number: number, asked: number) =>
  place.getByRole("group", { name: `Question ${number} of ${asked}` });

/** Skips questions from one on until a tap on a choice answers one, and returns that one's number. */
async function skipToChoices(place: Locator, asked: number, from = 1): Promise<number> {
  for (let number = from; number <= asked; number++) {
    await expect(asking(place, number, asked)).toBeVisible();
    if ((await place.getByRole("radio").count()) > 0) return number;
    await place.getByRole("button", { name: "Skip" }).click();
  }
  throw new Error("No question has choices.");
}

test("a friend's link brings somebody, who joins, answers, confirms and shares; the operator and the webhook hear of it", async ({
  quietPage: page,
  site,
  context,
}) => {
  const sender = freshAddress();
  const friend = freshAddress();
  const { data: known } = await site.supabase
    .from("waitlist")
    .insert({ email: sender, confirmed_at: new Date().toISOString() })
    .select("share_code")
    .single()
    .throwOnError();
  const code = known.share_code;
  // A visitor who is driven by a program is not counted.
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, "webdriver", { value: false }));
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const counted = page.waitForResponse(/\/visits$/u);
  await page.goto(`${site.url}/?via=${code}&ref=Blog`);
  expect((await counted).status()).toBe(204);

  const form = waitlistForm(page);
  await form.getByLabel("Email").fill(friend);
  await solveCaptcha(form);
  await form.getByRole("button", { name: "Join Waitlist" }).click();
  const all = questionIds.length;
  const place = page.locator("#waitlist");
  const first = await skipToChoices(place, all);
  await place.getByRole("radio").first().click();
  await expect(asking(place, first, all)).toBeHidden();
  await expect(place.locator("legend")).toBeFocused();
  await expectAccessible(page);
  await expect(place.getByRole("button", { name: "Share with a friend" })).toBeHidden();
  let number = await skipToChoices(place, all, first + 1);
  await place.getByRole("radio").first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  while (++number <= all) {
    await expect(asking(place, number, all)).toBeVisible();
    await place.getByRole("button", { name: "Skip" }).click();
  }
  await page.getByRole("button", { name: "Share with a friend" }).click();
  await expect(page.getByText("Copied", { exact: true })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/\?via=\w{8}$/u);
  expect(link).not.toContain(code);
  expect(page.url()).toBe(`${site.url}/?ref=Blog`);
  expect(await context.cookies()).toEqual([]);

  const [confirm = ""] = /http\S+#confirm=\S+/u.exec((await site.mailTo(friend)).text) ?? [];
  await page.goto(confirm);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: "Your address is confirmed" })).toBeFocused();
  await expect(dialog.getByText(link, { exact: true })).toBeVisible();
  // They have been through the questions in this browser.
  await expect(dialog.getByRole("group")).toBeHidden();
  await expectAccessible(page);

  const program = ["scripts/prelaunch.mjs", "--data", site.dataFolder, "stats", "--json"];
  const { stdout } = await promisify(execFile)(process.execPath, program);
  const { answered, friends, referrers, movement } = v.parse(report, JSON.parse(stdout));
  // People of other journeys on this site are left out.
  const { data: others } = await site.supabase.from("waitlist").select("answers").neq("email", friend).throwOnError();
  const theirs = others.flatMap(({ answers }) => Object.keys(answers));
  const own = Object.entries(answered).map(([id, count]) => count - theirs.filter((one) => one === id).length);
  expect(own.filter((count) => count > 0)).toEqual([1, 1]);
  expect(friends.credits).toEqual({ counted: 1 });
  expect(referrers).toMatchObject([{ email: sender, friends: 1 }]);
  expect(movement.find(({ span, source }) => span === "week" && source === "blog")).toMatchObject({
    visits: 1,
    joined: 1,
    confirmed: 1,
  });
  await expect.poll(() => site.eventsOf(friend)).toEqual(["waitlist.confirmed", "waitlist.joined"]);
});

test("the launch mail leads into the product, which redeems its invite code once", async ({ page, site, context }) => {
  const email = freshAddress();
  const source = `launch-${email.slice(0, 8)}`;
  await site.supabase.from("waitlist").insert({ email, source, confirmed_at: new Date().toISOString() }).throwOnError();
  const program = ["scripts/prelaunch.mjs", "--data", site.dataFolder, "notify", "launch", "--yes", "--source", source];
  await promisify(execFile)(process.execPath, program);
  await site.mailTo(email);

  const { secretKey } = v.parse(keys, JSON.parse(await readFile(join(site.dataFolder, "keys.json"), "utf8")));
  const redeem = await openProduct({ origin: site.url, secretKey });
  await context.route(`${new URL(productUrl).origin}/**`, async (route) => {
    const code = new URL(route.request().url()).searchParams.get("invite") ?? "";
    const said =
      route.request().method() === "POST"
        ? await redeem(code).then(
            (person) => `Welcome, ${person.email}`,
            (error: unknown) => String(error),
          )
        : `<form method="post"><button>Sign up</button></form>`;
    await route.fulfill({ contentType: "text/html", body: said });
  });
  await page.goto(site.inbox);
  await page.getByRole("link", { name: email }).click();
  const opened = context.waitForEvent("page");
  await page
    .frameLocator("iframe")
    .getByRole("link", { name: /^Open / })
    .click();
  const product = await opened;
  expect(await product.evaluate(() => document.referrer)).toBe("");
  await product.getByRole("button", { name: "Sign up" }).click();
  await expect(product.getByText(`Welcome, ${email}`)).toBeVisible();
  await product.goto(product.url());
  await product.getByRole("button", { name: "Sign up" }).click();
  await expect(product.getByText("This invitation is unknown, or was used.")).toBeVisible();
  await expect.poll(() => site.eventsOf(email)).toContain("waitlist.invited");
});
