import type { Page } from "@playwright/test";
import { problemMediaType } from "../../../server/contract/outcomes.ts";
import { captcha, type Form, sendWhole, success } from "./forms.ts";
import type { State } from "./state.ts";

const refused = async (page: Page, form: Form) => {
  const body = JSON.stringify({ code: "already_subscribed" });
  await sendWhole(page, form, (route) => route.fulfill({ status: 409, contentType: problemMediaType, body }));
  await page.locator("[data-tone=destructive] > *").waitFor();
};

/** A toast in its place on the screen, and the page around it. */
const toast = (name: string, form: Form, come: (page: Page, form: Form) => Promise<void>): State => ({
  name: `toast-${name}`,
  path: "/",
  screen: true,
  anew: true,
  async arrange(page) {
    await come(page, form);
    // The copy does not close by itself before it is drawn.
    await page.evaluate(() => {
      for (const item of document.querySelectorAll("[data-tone] > *")) item.replaceWith(item.cloneNode(true));
    });
  },
});

/** Toasts of each tone, about a field and about the whole form. The others differ only in their texts. */
export const toastStates: readonly State[] = [
  toast("captcha", "beta", captcha),
  toast("refused", "waitlist", refused),
  toast("success", "beta", success("submitted")),
];
