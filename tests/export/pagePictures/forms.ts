import type { Page } from "@playwright/test";
import { createChallenge } from "altcha-lib";
import { deriveKey } from "../../../server/contract/argon2id.ts";
import { betaForm, fillBeta, solveCaptcha, waitlistForm } from "../../journeys/forms.ts";
import type { State } from "./states.ts";

const secret = "a-secret-of-no-deployment-at-all";
const backend = "**/functions/v1/forms";
const forms = { waitlist: waitlistForm, beta: betaForm };
type Form = keyof typeof forms;

/** Brings a form to life, with work for its captcha that is done at once. */
async function begin(page: Page, form: Form): Promise<void> {
  const challenge = await createChallenge({
    algorithm: "ARGON2ID",
    cost: 1,
    memoryCost: 8,
    counter: 1,
    deriveKey,
    expiresAt: new Date(Date.now() + 600_000),
    hmacSignatureSecret: secret,
    hmacKeySignatureSecret: `${secret}/key`,
  });
  await page.route(`${backend}/captcha*`, (route) => route.fulfill({ json: challenge }));
  await forms[form](page).getByLabel("Email").focus();
  await page.locator(`#${form} form[data-live]`).waitFor();
}

async function fill(page: Page, form: Form): Promise<void> {
  await begin(page, form);
  if (form === "beta") await fillBeta(betaForm(page), "ada@example.com");
  else await waitlistForm(page).getByLabel("Email").fill("ada@example.com");
}

const send = (page: Page, form: Form) => forms[form](page).locator("[type=submit]").click();

/** Leaves the card alone on its ground: what is fixed lies elsewhere each time. */
const leaveAlone = (page: Page) =>
  page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>(
      "header, a[href='#main'], form > [aria-hidden], [data-tone]",
    ))
      element.style.display = "none";
    for (const animation of document.getAnimations()) animation.cancel();
  });

const state = (form: Form, name: string, arrange: (page: Page) => Promise<void>): State => ({
  name: `${form}-${name}`,
  path: "/",
  part: `#${form} div:has(> [data-island])`,
  async arrange(page) {
    // Of the state before, whose answers may still be awaited.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await arrange(page);
    await leaveAlone(page);
  },
});

const slip = async (page: Page, form: Form) => {
  await begin(page, form);
  const email = forms[form](page).getByLabel("Email");
  const suggestion = page.getByRole("button", { name: "Did you mean" });
  await email.fill("ada@gmial,con");
  await send(page, form);
  // The beta form's name is missing too and gets the focus; the address, which was left, is checked when the press is over.
  if (form === "beta") await suggestion.waitFor();
  await email.focus();
  await page.keyboard.press("Tab");
  await suggestion.waitFor();
};

const sending = async (page: Page, form: Form) => {
  await page.route(`${backend}/${form}`, () => undefined);
  await fill(page, form);
  await solveCaptcha(forms[form](page));
  await send(page, form);
  await page.locator(`#${form} [type=submit][aria-disabled]`).waitFor();
};

const success = (code: string) => async (page: Page, form: Form) => {
  await page.route(`${backend}/${form}`, (route) => route.fulfill({ json: { code } }));
  await fill(page, form);
  await solveCaptcha(forms[form](page));
  await send(page, form);
  await page.locator(`#${form} [data-island] h3`).waitFor();
};

const captcha = async (page: Page, form: Form) => {
  await fill(page, form);
  await send(page, form);
  await page.locator(`#${form}-captcha-error`).waitFor();
};

/** What the forms come to, besides being empty, which the whole page shows. */
export const formStates: readonly State[] = [
  state("waitlist", "slip", (page) => slip(page, "waitlist")),
  state("waitlist", "captcha", (page) => captcha(page, "waitlist")),
  state("waitlist", "sending", (page) => sending(page, "waitlist")),
  state("waitlist", "success", (page) => success("joined")(page, "waitlist")),
  state("beta", "errors", (page) => slip(page, "beta")),
  state("beta", "captcha", (page) => captcha(page, "beta")),
  state("beta", "sending", (page) => sending(page, "beta")),
  state("beta", "success", (page) => success("submitted")(page, "beta")),
];
