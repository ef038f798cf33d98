import type { Page } from "@playwright/test";
import { storageKey } from "../../../components/auth/session.ts";
import type { ApplicationStatus } from "../../../server/contract/statuses.ts";
import type { State } from "./state.ts";

const email = "ada.lovelace@analytical-engines.example";

/** Shows the card of a signed-in applicant who applied long ago. */
async function welcome(page: Page, status: ApplicationStatus): Promise<void> {
  await page.route("**/rest/v1/beta_applications*", (route) =>
    route.fulfill({ json: [{ email, status, created_at: "2026-01-05T09:30:00Z" }] }),
  );
  const session = { access_token: "of-nobody", expires_at: Math.ceil(Date.now() / 1000) + 3600, user: { email } };
  await page.evaluate(
    ([key = "", value = ""]) => localStorage.setItem(key, value),
    [storageKey, JSON.stringify(session)],
  );
  await page.reload();
  await page.locator("section[aria-labelledby=welcome-title] ol").waitFor();
}

const card = (status: ApplicationStatus): State => ({
  name: `welcome-${status}`,
  path: "/",
  part: "section[aria-labelledby=welcome-title] > div",
  arrange: (page) => welcome(page, status),
});

/** The spinner, which is shown until the code that restores a session arrives; here it never does. */
async function restore(page: Page): Promise<void> {
  await page.route("**/assets/**", () => undefined);
  await page.evaluate((key) => localStorage.setItem(key, "{}"), storageKey);
  await page.reload();
  await page.locator("#auth-spinner").waitFor();
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.cancel();
  });
}

/** A dialog that is opened by its address. */
const dialog = (name: string, hash: string): State => ({
  name,
  path: "/",
  part: "dialog[open]",
  async arrange(page) {
    await page.evaluate((address) => location.assign(address), hash);
    await page.locator("dialog[open] button").first().waitFor();
  },
});

/** The states of visitors with an account or with the link of a mail. */
export const accountStates: readonly State[] = [
  card("pending"),
  card("accepted"),
  card("declined"),
  { name: "restoring", path: "/", screen: true, arrange: restore },
  dialog("sign-in", "#sign-in"),
  dialog("confirm", "#confirm=of-a-mail"),
];
