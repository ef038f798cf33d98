import { confirmElsewhere, joinElsewhere, statusOf } from "./mails.ts";
import { expect, expectAnswer, test } from "./site.ts";

test("a mail scanner that runs a link's JavaScript for eight seconds changes nothing", async ({ site, browser }) => {
  const joined = await joinElsewhere(site);
  const { email, confirm, unsubscribe } = joined;
  const scan = async (link: string) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    // The page has a fake clock, which does not depend on how busy the machine is.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.goto(link);
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.clock.runFor(8_000);
    await expectAnswer(page);
    await context.close();
  };
  for (const link of [confirm, unsubscribe]) await scan(link);
  expect(await statusOf(site, email)).toBe("unconfirmed");
  await scan(await confirmElsewhere(site, joined));
  expect(await statusOf(site, email)).toBe("confirmed");
});
