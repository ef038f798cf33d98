import type { Page } from "@playwright/test";
import { storageKey } from "../../../components/auth/session.ts";
import type { ApplicationStatus } from "../../../server/contract/limits.ts";
import type { State } from "./state.ts";

const email = "ada.lovelace@analytical-engines.example";

/** Signs an applicant in who applied long ago. */
async function signIn(page: Page, status: ApplicationStatus): Promise<void> {
  await page.route("**/rest/v1/beta_applications*", (route) =>
    route.fulfill({ json: [{ email, status, created_at: "2026-01-05T09:30:00Z" }] }),
  );
  const session = { access_token: "of-nobody", expires_at: Math.ceil(Date.now() / 1000) + 3600, user: { email } };
  await page.evaluate(
    ([key = "", value = ""]) => localStorage.setItem(key, value),
    [storageKey, JSON.stringify(session)],
  );
}

const card = (status: ApplicationStatus): State => ({
  pictures: [{ name: `welcome-${status}`, part: "section[aria-labelledby=welcome-title] > div" }],
  path: "/",
  before: (page) => signIn(page, status),
  arrange: (page) => page.locator("section[aria-labelledby=welcome-title] ol").waitFor(),
});

/** The spinner, which is shown until the code that restores a session arrives; here it never does. */
const restoring: State = {
  pictures: [{ name: "restoring", screen: true }],
  path: "/",
  async before(page) {
    await page.route("**/assets/**", () => undefined);
    await page.evaluate((key) => localStorage.setItem(key, "{}"), storageKey);
  },
  async arrange(page) {
    await page.locator("#auth-spinner").waitFor();
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.cancel();
    });
  },
};

/** A dialog that is opened by its address. */
const dialog = (name: string, hash: string): State => ({
  pictures: [{ name, part: "dialog[open]" }],
  path: "/",
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
  restoring,
  dialog("sign-in", "#sign-in"),
  dialog("confirm", "#confirm=of-a-mail"),
];
